// Turns the observations of an installation into findings: one line each, which says what to do.
import { type DatabaseServer, serverFault } from '@flotta/platform/database-server.ts'
import type { Finding } from '@flotta/platform/finding.ts'
import type { ProviderFinding } from '@flotta/platform/providers.ts'
import { DAY, finding, gigabytes, quote, stateOf, time, words } from './finding.ts'
import { type Answer, isFailure, type Observations } from './observations.ts'
import { clockOf, membersOf, nats } from './process-findings.ts'
import { storedFindings } from './stored-findings.ts'

export function findings(observations: Observations): Finding[] {
  return [
    node(observations.node),
    ...observations.unknown_settings.map(name =>
      finding('warn', 'settings', words('unknown_setting', { name }), words('unknown_setting_do')),
    ),
    publicUrl(observations),
    ...observations.ports.map(port => portOf(port, observations.running)),
    disk(observations.data_dir),
    ...observations.certificates.map(certificate),
    reachabilityFinding('mail', observations.mail, 'SMTP_URL'),
    reachabilityFinding('sms', observations.sms, 'SMS_URL'),
    ...observations.providers.map(provider),
    nats(observations.nats),
    ...(observations.nats === null || isFailure(observations.nats)
      ? []
      : membersOf(
          observations.nats.members,
          isFailure(observations.database) ? null : observations.database.clock,
        )),
    ...database(observations.database),
  ]
}
/** The exit code: 1 when a finding fails. */
export const exitCode = (allFindings: readonly Pick<Finding, 'state'>[]): number =>
  allFindings.some(f => f.state === 'fail') ? 1 : 0

function node(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const good = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major > 22
  return finding(good ? 'ok' : 'fail', 'node', words('node', { version }), words('node_do'))
}

function publicUrl({ public_url: url, open, trusted_proxies }: Observations): Finding {
  const { hostname, protocol } = new URL(url)
  const local = /^(localhost|127\.|\[::1\])/.test(hostname)
  if (open && local)
    return finding('warn', 'public_url', words('url_local', { url }), words('url_local_do'))
  if (!local && protocol === 'http:')
    return finding('warn', 'public_url', words('url_plain', { url }), words('url_plain_do'))
  if (protocol === 'https:' && trusted_proxies === 0)
    return finding('warn', 'proxies', words('proxies'), words('proxies_do'))
  return finding('ok', 'public_url', quote(url))
}

function portOf(
  { setting, port, error }: Observations['ports'][number],
  running: boolean,
): Finding {
  if (error === null) return finding('ok', 'ports', words('port_free', { port, setting }))
  if (error === 'EADDRINUSE')
    return running
      ? finding('ok', 'ports', words('port_ours', { port, setting }))
      : finding(
          'fail',
          'ports',
          words('port_used', { port, setting }),
          words('port_used_do', { setting }),
        )
  return finding(
    'fail',
    'ports',
    words('port_wrong', { port, error, setting }),
    words('port_wrong_do', { setting }),
  )
}

function disk(room: Observations['data_dir']): Finding {
  if (isFailure(room)) return finding('fail', 'data_dir', quote(room.error), words('data_dir_do'))
  const { path, free, size } = room
  const state = free < 1e9 || free / size < 0.03 ? 'fail' : free / size < 0.1 ? 'warn' : 'ok'
  const says = words('disk', { free: gigabytes(free), size: gigabytes(size), path })
  return finding(state, 'disk', says, words('disk_do'))
}

function certificate({ setting, ends_in }: Observations['certificates'][number]): Finding {
  if (typeof ends_in !== 'number')
    return finding(
      'fail',
      'certificates',
      words('certificate_unreadable', { setting, error: ends_in.error }),
      words('certificate_unreadable_do', { setting }),
    )
  const hasEnded = ends_in <= 0
  return finding(
    hasEnded ? 'fail' : stateOf(-ends_in, -21 * DAY, -3 * DAY),
    'certificates',
    hasEnded
      ? words('certificate_ended', { setting, time: time(-ends_in) })
      : words('certificate_ends', { setting, time: time(ends_in) }),
    words('certificate_do'),
  )
}

function reachabilityFinding(
  check: 'mail' | 'sms',
  answer: Answer<true> | null,
  setting: string,
): Finding {
  if (answer === null)
    return finding('warn', check, words(`${check}_unset`), words('unset_do', { setting }))
  return isFailure(answer)
    ? finding(
        'fail',
        check,
        words('unreached', { error: answer.error }),
        words('unreached_do', { setting }),
      )
    : finding('ok', check, words('reached'))
}

function provider({ name, setting, wrong }: ProviderFinding): Finding {
  const line =
    wrong === null
      ? finding('ok', 'provider', words('provider', { setting }))
      : finding(
          'fail',
          'provider',
          words('provider_wrong', { setting, wrong }),
          words('provider_do', { setting }),
        )
  return { ...line, check: words('check.provider', { name: name.replace('_', ' ') }) }
}

function database(answer: Observations['database']): Finding[] {
  if (isFailure(answer))
    return [finding('fail', 'database', quote(answer.error), words('database_do'))]
  const { server, clock, schema, stored: storedBytes } = answer
  return [
    serverFinding(server),
    clockOf(words('clock.this_machine'), -clock, 'database'),
    schema === null
      ? finding('ok', 'migrations', words('schema'))
      : finding('fail', 'migrations', quote(schema), words('schema_do')),
    ...(storedBytes === null
      ? []
      : isFailure(storedBytes)
        ? [finding('fail', 'database', quote(storedBytes.error), words('stored_do'))]
        : storedFindings(storedBytes)),
  ]
}

function serverFinding(server: DatabaseServer): Finding {
  const { version, encoding } = server
  const postgres = words('postgres', { version: Math.floor(version / 10_000) })
  if (serverFault(server) === null) return finding('ok', 'database', postgres)
  return serverFault({ version, encoding: 'UTF8' }) === null
    ? finding('fail', 'database', words('encoding', { encoding }), words('encoding_do'))
    : finding('fail', 'database', postgres, words('postgres_do'))
}
