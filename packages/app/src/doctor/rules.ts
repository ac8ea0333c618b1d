// Turns the observations of an installation into findings: one line each, which says what to do.
import type { Words } from '@flotta/core/problem.ts'
import type { DamagedDay } from '@flotta/features/telemetry/packs/checks.ts'
import { type DatabaseServer, serverFault } from '@flotta/platform/database-server.ts'
import type { Finding, FindingWords, State } from '@flotta/platform/finding.ts'
import type { ProviderFinding } from '@flotta/platform/providers.ts'

/** An answer, or why there is none. */
export type Answer<T> = T | { readonly error: string }
const isFailure = (answer: unknown): answer is { readonly error: string } =>
  typeof answer === 'object' && answer !== null && 'error' in answer

/** Everything that was observed; null where this installation has no such part. Times are in seconds, sizes in bytes. */
export interface Observations {
  readonly node: string
  readonly unknown_settings: readonly string[]
  readonly public_url: string
  /** Whether other machines can reach it, because it listens beyond loopback. */
  readonly open: boolean
  readonly trusted_proxies: number
  /** Whether a server of this installation answers on this machine. */
  readonly running: boolean
  readonly ports: readonly {
    readonly setting: string
    readonly port: number
    readonly error: string | null
  }[]
  readonly data_dir: Answer<{ readonly path: string; readonly free: number; readonly size: number }>
  readonly certificates: readonly { readonly setting: string; readonly ends_in: Answer<number> }[]
  readonly mail: Answer<true> | null
  readonly sms: Answer<true> | null
  readonly nats: Answer<Nats> | null
  /** Map files, geocoders, routers that the settings name. */
  readonly providers: readonly ProviderFinding[]
  readonly database: Answer<Database>
}
export interface Nats {
  /** The time of a round trip. */
  readonly ms: number
  /** The processes that report to NATS. */
  readonly members: readonly NatsMember[]
}
export interface NatsMember {
  readonly instance: string
  readonly roles: readonly string[]
  readonly version: string
  /** Since it joined. */
  readonly up: number
  /** How far its clock is ahead of this machine's; null: it does not say. */
  readonly clock: number | null
}
export interface Database {
  readonly server: DatabaseServer
  /** How far its clock is ahead of this machine's. */
  readonly clock: number
  /** What is wrong with the schema; null: nothing. */
  readonly schema: string | null
  readonly stored: Answer<DatabaseState> | null
}
export interface DatabaseState {
  readonly standbys: readonly {
    readonly name: string
    readonly state: string
    readonly sync: string
  }[]
  readonly tasks_failed: number
  readonly task_late: number
  readonly replay_oldest: number
  readonly quarantined_today: number
  readonly gateways: readonly { readonly name: string; readonly silent: number }[]
  /** null: none was ever made. */
  readonly backup_age: number | null
  readonly register_overdue: number
  /** Packed days of which a bit has changed. */
  readonly packs_damaged: readonly DamagedDay[]
  /** Companies whose audit trail is not as it was written, by the newest rows. */
  readonly audits_broken: readonly {
    readonly customer_id: number
    readonly kind: 'changed' | 'missing' | 'missing_end'
    readonly number: number
  }[]
  /** Web hooks that have taken nothing for an hour or were switched off for it within a week. */
  readonly webhooks_failing: readonly {
    readonly id: number
    readonly host: string
    readonly company: string
    /** Seconds; null: it is switched off. */
    readonly failing: number | null
  }[]
  /** Devices of which two connections alternated within a day; `ago` seconds. */
  readonly alternating: readonly {
    readonly device_id: number
    readonly imei: string
    readonly plate: string | null
    readonly ago: number
    readonly addresses: readonly string[]
  }[]
}

const [HOUR, DAY] = [3_600, 86_400]
type Values = NonNullable<FindingWords['values']>
const words = (key: string, values: Values = {}): FindingWords => ({
  key: `operation.doctor.${key}`,
  values,
})
/** What something says of itself, which is in nobody's language. */
const quote = (says: string): FindingWords => words('itself', { says })
const finding = (
  state: State,
  check: string,
  says: FindingWords,
  todo: FindingWords | null = null,
): Finding => ({ state, check: words(`check.${check}`), says, do: state === 'ok' ? null : todo })
/** The state of a number by its two limits. */
const stateOf = (value: number, warn: number, fail = Number.POSITIVE_INFINITY): State =>
  value > fail ? 'fail' : value > warn ? 'warn' : 'ok'
const time = (s: number): string | Words =>
  s < 120
    ? `${Math.round(s)} s`
    : s < 2 * HOUR
      ? `${Math.round(s / 60)} min`
      : s < 2 * DAY
        ? `${Math.round(s / HOUR)} h`
        : { key: 'operation.doctor.days', values: { n: Math.round(s / DAY) } }
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
/** Several, with the same words between each two. @param between `and` or `beside` */
const join = (between: string, parts: readonly (string | FindingWords)[]): string | FindingWords =>
  parts.reduceRight((second, first) => words(between, { first, second }))

/** At most this many devices are named, each on a line of its own. */
const MOST_DEVICES = 10

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

function nats(answer: Observations['nats']): Finding {
  if (answer === null) return finding('ok', 'nats', words('nats_unused'))
  if (isFailure(answer)) return finding('fail', 'nats', quote(answer.error), words('nats_do'))
  const says = words('nats', { ms: Math.round(answer.ms) })
  return finding(stateOf(answer.ms, 50), 'nats', says, words('nats_far_do'))
}

const ROLES = ['gateway', 'worker', 'api'] as const
/** @param database how far the database's clock is ahead of this machine's; null: it is not known, and this machine's is what clocks are compared with */
function membersOf(members: readonly NatsMember[], database: number | null): Finding[] {
  const missing = ROLES.filter(role => !members.some(({ roles }) => roles.includes(role)))
  const versions = [...new Set(members.map(m => m.version))].sort()
  const instancesOf = (members: readonly NatsMember[]) => members.map(m => m.instance).join(', ')
  const against = database === null ? 'machine' : 'database'
  const versionWords = versions.map(version =>
    words('version_of', {
      version,
      instances: instancesOf(members.filter(m => m.version === version)),
    }),
  )
  return [
    ...members.map(({ instance, roles, version, up }) =>
      finding(
        'ok',
        'processes',
        words('member', { instance, roles: roles.join(', '), version, time: time(up) }),
      ),
    ),
    ...missing.map(role =>
      finding(
        'warn',
        'processes',
        words('role_missing', { role }),
        words('role_missing_do', { role }),
      ),
    ),
    ...(versions.length > 1
      ? [
          finding(
            'warn',
            'versions',
            words('itself', { says: join('beside', versionWords) }),
            words('versions_do'),
          ),
        ]
      : []),
    ...members.flatMap(({ instance, clock }) =>
      clock === null
        ? []
        : [clockOf(words('clock.process', { instance }), clock - (database ?? 0), against)],
    ),
  ]
}
/** @param ahead seconds */
function clockOf(clock: FindingWords, ahead: number, against: 'database' | 'machine'): Finding {
  const off = Math.abs(ahead)
  const values = { clock, time: time(off), against: words(`clock.against_${against}`) }
  const says = off < 0.5 ? 'clock.same' : ahead > 0 ? 'clock.ahead' : 'clock.behind'
  return finding(stateOf(off, 1, 5), 'clock', words(says, values), words('clock.do'))
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

const storedFindings = (state: DatabaseState): Finding[] => [
  ...replicationFindings(state),
  ...backlogFindings(state),
  gatewayFinding(state),
  ...storageFindings(state),
  ...packFindings(state),
  ...auditFindings(state),
  ...webhookFindings(state),
  ...alternationFindings(state),
]

const replicationFindings = ({ standbys }: DatabaseState): Finding[] => [
  ...standbys.map(standby =>
    finding(
      standby.state === 'streaming' ? 'ok' : 'warn',
      'replication',
      words('standby', { ...standby }),
      words('standby_do'),
    ),
  ),
  ...(standbys.length > 0 && standbys.every(s => s.sync === 'async')
    ? [finding('warn', 'replication', words('asynchronous'), words('asynchronous_do'))]
    : []),
]

const backlogFindings = ({
  tasks_failed,
  task_late,
  replay_oldest,
  quarantined_today,
}: DatabaseState): Finding[] => [
  finding(
    stateOf(tasks_failed, 0),
    'tasks',
    words('tasks_failed', { n: tasks_failed }),
    words('tasks_failed_do'),
  ),
  finding(
    stateOf(task_late, 900, 6 * HOUR),
    'tasks',
    task_late === 0 ? words('tasks_none_late') : words('tasks_late', { time: time(task_late) }),
    words('worker_do'),
  ),
  finding(
    stateOf(replay_oldest, 1_800, DAY),
    'replays',
    replay_oldest === 0
      ? words('replays_none')
      : words('replays_late', { time: time(replay_oldest) }),
    words('replays_do'),
  ),
  finding(
    stateOf(quarantined_today, 1_000),
    'quarantine',
    words('quarantined', { n: quarantined_today }),
    words('quarantined_do'),
  ),
]

function gatewayFinding({ gateways }: DatabaseState): Finding {
  if (gateways.length === 0)
    return finding('warn', 'gateways', words('gateways_none'), words('gateways_none_do'))
  const silent = gateways.filter(gateway => gateway.silent > 10)
  if (silent.length === 0)
    return finding('ok', 'gateways', words('gateways', { n: gateways.length }))
  const says = words('gateways_silent', {
    names: silent.map(gateway => gateway.name).join(', '),
    time: time(Math.max(...silent.map(gateway => gateway.silent))),
  })
  return finding('warn', 'gateways', says, words('gateways_silent_do'))
}

/** At most this many hooks are named, each on a line of its own. */
const MOST_WEBHOOKS = 10
const webhookFindings = ({ webhooks_failing: failing }: DatabaseState): Finding[] =>
  failing
    .slice(0, MOST_WEBHOOKS)
    .map(({ failing: silence, ...hook }) =>
      finding(
        'warn',
        'webhooks',
        silence === null
          ? words('webhook_off', hook)
          : words('webhook_failing', { time: time(silence), ...hook }),
        words('webhook_do'),
      ),
    )

/** At most this many damaged days are named. */
const MOST_DAYS = 10
const packFindings = ({ packs_damaged: damaged }: DatabaseState): Finding[] => {
  if (damaged.length === 0) return []
  const days = damaged
    .slice(0, MOST_DAYS)
    .map(({ series, vehicle_id, kind, day }) =>
      words('damaged_day', { vehicle: vehicle_id, day, data: kind || series }),
    )
  const more = damaged.length > MOST_DAYS ? ['…'] : []
  const says = words(damaged.length > 1 ? 'damaged' : 'damaged_single', {
    n: damaged.length,
    days: join('list', [...days, ...more]),
  })
  return [finding('fail', 'packs', says, words('damaged_do'))]
}

/** At most this many companies are named, each on a line of its own. */
const MOST_AUDITS = 10
const auditFindings = ({ audits_broken: broken }: DatabaseState): Finding[] =>
  broken
    .slice(0, MOST_AUDITS)
    .map(({ customer_id, kind, number }) =>
      finding(
        'fail',
        'audit',
        words(`audit_${kind}`, { customer: customer_id, number }),
        words('audit_do'),
      ),
    )

const storageFindings = ({ backup_age, register_overdue }: DatabaseState): Finding[] => [
  backup_age === null
    ? finding('warn', 'backup', words('backup_none'), words('backup_none_do'))
    : finding(
        stateOf(backup_age, 1.5 * DAY, 7 * DAY),
        'backup',
        words('backup', { time: time(backup_age) }),
        words('backup_do'),
      ),
  finding(
    stateOf(register_overdue, 6 * HOUR, 3 * DAY),
    'register',
    register_overdue === 0
      ? words('register')
      : words('register_overdue', { time: time(register_overdue) }),
    words('register_do'),
  ),
]

const alternationFindings = ({ alternating }: DatabaseState): Finding[] => [
  ...(alternating.length === 0
    ? [finding('ok', 'devices', words('devices'))]
    : alternating.slice(0, MOST_DEVICES).map(alternationFinding)),
  ...(alternating.length > MOST_DEVICES
    ? [
        finding(
          'warn',
          'devices',
          words('devices_more', { n: alternating.length - MOST_DEVICES }),
          words('devices_more_do'),
        ),
      ]
    : []),
]

const alternationFinding = ({
  device_id: id,
  imei,
  plate,
  ago,
  addresses,
}: DatabaseState['alternating'][number]): Finding =>
  finding(
    'warn',
    'devices',
    words('alternation', {
      id,
      names: [imei, plate].filter(Boolean).join(', '),
      time: time(ago),
      addresses: join('and', addresses),
    }),
    words('alternation_do', { id }),
  )
