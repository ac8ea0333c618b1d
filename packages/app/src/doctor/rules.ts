// Turns the observations of an installation into findings: one line each, which says what to do.
import type { DamagedDay } from '@flotta/features/telemetry/packs/checks.ts'
import { type DatabaseServer, serverFault } from '@flotta/platform/database-server.ts'
import type { Finding, State } from '@flotta/platform/finding.ts'
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
const finding = (
  state: State,
  check: string,
  says: string,
  todo: string | null = null,
): Finding => ({ state, check, says, do: state === 'ok' ? null : todo })
/** The state of a number by its two limits. */
const stateOf = (value: number, warn: number, fail = Number.POSITIVE_INFINITY): State =>
  value > fail ? 'fail' : value > warn ? 'warn' : 'ok'
const time = (s: number): string =>
  s < 120
    ? `${Math.round(s)} s`
    : s < 2 * HOUR
      ? `${Math.round(s / 60)} min`
      : s < 2 * DAY
        ? `${Math.round(s / HOUR)} h`
        : `${Math.round(s / DAY)} days`
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** At most this many devices are named, each on a line of its own. */
const MOST_DEVICES = 10

export function findings(observations: Observations): Finding[] {
  return [
    node(observations.node),
    ...observations.unknown_settings.map(name =>
      finding(
        'warn',
        'settings',
        `${name} is not a setting of Flotta and is ignored`,
        'Correct its name, or remove it',
      ),
    ),
    publicUrl(observations),
    ...observations.ports.map(port => portOf(port, observations.running)),
    disk(observations.data_dir),
    ...observations.certificates.map(certificate),
    reachabilityFinding('mail', observations.mail, 'SMTP_URL', 'mails are kept in the outbox'),
    reachabilityFinding('SMS', observations.sms, 'SMS_URL', 'SMS are kept in the outbox'),
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
export const exitCode = (allFindings: readonly Finding[]): number =>
  allFindings.some(f => f.state === 'fail') ? 1 : 0

function node(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const good = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major > 22
  return finding(
    good ? 'ok' : 'fail',
    'node',
    `Node.js ${version}`,
    'Install Node 20.19, 22.13 or newer',
  )
}

function publicUrl({ public_url, open, trusted_proxies }: Observations): Finding {
  const { hostname, protocol } = new URL(public_url)
  const local = /^(localhost|127\.|\[::1\])/.test(hostname)
  if (open && local)
    return finding(
      'warn',
      'public URL',
      `links in mails lead to ${public_url}, which nobody else reaches`,
      'Set FLOTTA_PUBLIC_URL to the address that people type',
    )
  if (!local && protocol === 'http:')
    return finding(
      'warn',
      'public URL',
      `${public_url} is not encrypted`,
      'Put a proxy with a certificate before it, and set FLOTTA_PUBLIC_URL to https',
    )
  if (protocol === 'https:' && trusted_proxies === 0)
    return finding(
      'warn',
      'trusted proxies',
      'FLOTTA_PUBLIC_URL is https, but no proxy is trusted: everybody behind it counts as one address',
      'Set FLOTTA_TRUSTED_PROXIES to its address',
    )
  return finding('ok', 'public URL', public_url)
}

function portOf(
  { setting, port, error }: Observations['ports'][number],
  running: boolean,
): Finding {
  if (error === null) return finding('ok', 'ports', `${port} is free (${setting})`)
  if (error === 'EADDRINUSE')
    return running
      ? finding('ok', 'ports', `${port} is used, by the server that runs (${setting})`)
      : finding(
          'fail',
          'ports',
          `${port} is used by another program (${setting})`,
          `Set ${setting} to a free one, or end what uses it`,
        )
  return finding(
    'fail',
    'ports',
    `${port} cannot be used: ${error} (${setting})`,
    `Set ${setting} to a port above 1023, and FLOTTA_HOST to an address of this machine`,
  )
}

function disk(room: Observations['data_dir']): Finding {
  if (isFailure(room))
    return finding(
      'fail',
      'data directory',
      room.error,
      'Give it to the account that runs Flotta, or set FLOTTA_DATA_DIR to another',
    )
  const { path, free, size } = room
  const state = free < 1e9 || free / size < 0.03 ? 'fail' : free / size < 0.1 ? 'warn' : 'ok'
  return finding(
    state,
    'disk',
    `${gigabytes(free)} of ${gigabytes(size)} are free at ${path}`,
    'Make room: PostgreSQL stops where none is left',
  )
}

function certificate({ setting, ends_in }: Observations['certificates'][number]): Finding {
  if (typeof ends_in !== 'number')
    return finding(
      'fail',
      'certificates',
      `${setting}: ${ends_in.error}`,
      `Set ${setting} to a certificate that this account can read`,
    )
  if (ends_in <= 0)
    return finding(
      'fail',
      'certificates',
      `${setting} ended ${time(-ends_in)} ago`,
      'Renew it and start the processes again',
    )
  return finding(
    stateOf(-ends_in, -21 * DAY, -3 * DAY),
    'certificates',
    `${setting} ends in ${time(ends_in)}`,
    'Renew it and start the processes again',
  )
}

function reachabilityFinding(
  check: string,
  answer: Answer<true> | null,
  setting: string,
  without: string,
): Finding {
  if (answer === null)
    return finding('warn', check, `${setting} is not set: ${without}`, `Set ${setting}`)
  return isFailure(answer)
    ? finding(
        'fail',
        check,
        `its server is not reached: ${answer.error}`,
        `Check ${setting} and the way there`,
      )
    : finding('ok', check, 'its server answers')
}

function provider({ name, setting, wrong }: ProviderFinding): Finding {
  return wrong === null
    ? finding('ok', name.replace('_', ' '), `it is there and answers (${setting})`)
    : finding(
        'fail',
        name.replace('_', ' '),
        `${setting}: ${wrong}`,
        `Correct ${setting}, or put right what it names`,
      )
}

function nats(answer: Observations['nats']): Finding {
  if (answer === null) return finding('ok', 'NATS', 'not used: all roles run in one process')
  if (isFailure(answer))
    return finding('fail', 'NATS', answer.error, 'Start it, or check NATS_URL and its account')
  return finding(
    stateOf(answer.ms, 50),
    'NATS',
    `answers within ${Math.round(answer.ms)} ms`,
    'Bring it nearer: every packet waits for it',
  )
}

const ROLES = ['gateway', 'worker', 'api'] as const
/** @param database how far the database's clock is ahead of this machine's; null: it is not known, and this machine's is what clocks are compared with */
function membersOf(members: readonly NatsMember[], database: number | null): Finding[] {
  const missing = ROLES.filter(role => !members.some(({ roles }) => roles.includes(role)))
  const versions = [...new Set(members.map(m => m.version))].sort()
  const instancesOf = (members: readonly NatsMember[]) => members.map(m => m.instance).join(', ')
  const against = database === null ? 'this machine’s' : 'the database’s'
  return [
    ...members.map(({ instance, roles, version, up }) =>
      finding(
        'ok',
        'processes',
        `${instance}: ${roles.join(', ')}, version ${version}, for ${time(up)}`,
      ),
    ),
    ...missing.map(role =>
      finding(
        'warn',
        'processes',
        `none has the role ${role}`,
        `Start one with FLOTTA_ROLES=${role}, on this NATS and with this FLOTTA_CLUSTER`,
      ),
    ),
    ...(versions.length > 1
      ? [
          finding(
            'warn',
            'versions',
            versions
              .map(
                version =>
                  `${version} (${instancesOf(members.filter(m => m.version === version))})`,
              )
              .join(' beside '),
            'Replace those of the older version, one at a time',
          ),
        ]
      : []),
    ...members.flatMap(({ instance, clock }) =>
      clock === null ? [] : [clockOf(`${instance}’s`, clock - (database ?? 0), against)],
    ),
  ]
}
/** @param ahead seconds */
function clockOf(clockName: string, ahead: number, against: string): Finding {
  const off = Math.abs(ahead)
  const says =
    off < 0.5
      ? `${clockName} is as ${against}`
      : `${clockName} is ${time(off)} ${ahead > 0 ? 'ahead of' : 'behind'} ${against}`
  return finding(stateOf(off, 1, 5), 'clock', says, 'Let both machines set their clocks by NTP')
}

function database(answer: Observations['database']): Finding[] {
  if (isFailure(answer))
    return [
      finding('fail', 'database', answer.error, 'Start it, or check DATABASE_URL and its account'),
    ]
  const { server, clock, schema, stored: storedBytes } = answer
  const wrong = serverFault(server)
  return [
    wrong === null
      ? finding('ok', 'database', `PostgreSQL ${Math.floor(server.version / 10_000)}`)
      : finding('fail', 'database', wrong.says, wrong.advice),
    clockOf('this machine’s', -clock, 'the database’s'),
    schema === null
      ? finding('ok', 'migrations', 'the database is of this version')
      : finding('fail', 'migrations', schema, 'Run flotta migrate with the newest version'),
    ...(storedBytes === null
      ? []
      : isFailure(storedBytes)
        ? [finding('fail', 'database', storedBytes.error, 'See the log of the database')]
        : storedFindings(storedBytes)),
  ]
}

const storedFindings = (state: DatabaseState): Finding[] => [
  ...replicationFindings(state),
  ...backlogFindings(state),
  gatewayFinding(state),
  ...storageFindings(state),
  ...packFindings(state),
  ...webhookFindings(state),
  ...alternationFindings(state),
]

const replicationFindings = ({ standbys }: DatabaseState): Finding[] => [
  ...standbys.map(({ name, state, sync }) =>
    finding(
      state === 'streaming' ? 'ok' : 'warn',
      'replication',
      `${name}: ${state}, ${sync}`,
      'See the log of the standby: nothing is safe there until it streams',
    ),
  ),
  ...(standbys.length > 0 && standbys.every(s => s.sync === 'async')
    ? [
        finding(
          'warn',
          'replication',
          'no standby is synchronous: what was acknowledged may be lost in a failover',
          'Set synchronous_standby_names (deploy/postgres)',
        ),
      ]
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
    `${tasks_failed} failed within a day`,
    'See flotta task list --state failed',
  ),
  finding(
    stateOf(task_late, 900, 6 * HOUR),
    'tasks',
    task_late === 0 ? 'none is late' : `the first has waited ${time(task_late)} after its time`,
    'Is a worker running?',
  ),
  finding(
    stateOf(replay_oldest, 1_800, DAY),
    'replays',
    replay_oldest === 0 ? 'none waits' : `the oldest has waited ${time(replay_oldest)}`,
    'Is a worker running? Else its log says which replay fails',
  ),
  finding(
    stateOf(quarantined_today, 1_000),
    'quarantine',
    `${quarantined_today} records came within a day`,
    'See flotta quarantine list: wrong clocks, boxes in no vehicle',
  ),
]

function gatewayFinding({ gateways }: DatabaseState): Finding {
  const silent = gateways.filter(gateway => gateway.silent > 10)
  return gateways.length === 0
    ? finding('warn', 'gateways', 'none is known to run', 'Start a process with the role gateway')
    : finding(
        silent.length === 0 ? 'ok' : 'warn',
        'gateways',
        silent.length === 0
          ? `${gateways.length} run`
          : `${silent.map(gateway => gateway.name).join(', ')} said nothing for ${time(Math.max(...silent.map(gateway => gateway.silent)))}`,
        'Start it again; others serve its devices meanwhile',
      )
}

/** At most this many hooks are named, each on a line of its own. */
const MOST_WEBHOOKS = 10
const webhookFindings = ({ webhooks_failing: failing }: DatabaseState): Finding[] =>
  failing
    .slice(0, MOST_WEBHOOKS)
    .map(hook =>
      finding(
        'warn',
        'web hooks',
        hook.failing === null
          ? `${hook.host} (hook ${hook.id} of ${hook.company}) was switched off: it took nothing`
          : `${hook.host} (hook ${hook.id} of ${hook.company}) has taken nothing for ${time(hook.failing)}`,
        'Its attempts stand under Webhooks in the portal: tell the company, or mend its receiver',
      ),
    )

/** At most this many damaged days are named. */
const MOST_DAYS = 10
const packFindings = ({ packs_damaged: damaged }: DatabaseState): Finding[] => {
  if (damaged.length === 0) return []
  const days = damaged
    .slice(0, MOST_DAYS)
    .map(({ series, vehicle_id, kind, day }) => `vehicle ${vehicle_id}, ${day}: ${kind || series}`)
  const more = damaged.length > MOST_DAYS ? ['…'] : []
  return [
    finding(
      'fail',
      'packed days',
      `a bit has changed in ${damaged.length}${damaged.length > 1 ? ' of them' : ''} (${[...days, ...more].join('; ')})`,
      'Look at the disk, and restore these rows of position_packs and reading_packs from a backup',
    ),
  ]
}

const storageFindings = ({ backup_age, register_overdue }: DatabaseState): Finding[] => [
  backup_age === null
    ? finding(
        'warn',
        'backup',
        'none was ever made, as far as Flotta was told',
        'Run flotta backup create daily, or let pgBackRest tell with flotta backup note',
      )
    : finding(
        stateOf(backup_age, 1.5 * DAY, 7 * DAY),
        'backup',
        `the last is ${time(backup_age)} old`,
        'See why the next one was not made',
      ),
  finding(
    stateOf(register_overdue, 6 * HOUR, 3 * DAY),
    'register',
    register_overdue === 0
      ? 'every page is closed in time'
      : `the day of its oldest open page ended ${time(register_overdue)} ago`,
    'Do the workers have FLOTTA_REGISTER_KEY? Their log says why the job register fails',
  ),
]

const alternationFindings = ({ alternating }: DatabaseState): Finding[] => [
  ...(alternating.length === 0
    ? [finding('ok', 'devices', 'no two connections claimed to be one device within a day')]
    : alternating.slice(0, MOST_DEVICES).map(alternationFinding)),
  ...(alternating.length > MOST_DEVICES
    ? [
        finding(
          'warn',
          'devices',
          `and ${alternating.length - MOST_DEVICES} more devices, the same`,
          'See flotta device list, alternated_at',
        ),
      ]
    : []),
]

const alternationFinding = ({
  device_id,
  imei,
  plate,
  ago,
  addresses,
}: DatabaseState['alternating'][number]): Finding =>
  finding(
    'warn',
    'devices',
    `two connections claimed to be device ${device_id} (${[imei, plate].filter(Boolean).join(', ')}), ${time(ago)} ago, from ${addresses.join(' and ')}; its commands were refused`,
    `Unless it is the device itself on an unstable network, limit who may be it: flotta device configure ${device_id} --networks … or --certificates …`,
  )
