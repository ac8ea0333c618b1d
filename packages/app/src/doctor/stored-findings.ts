// The doctor's findings in the database of the installation: standbys, waiting work, gateways, hooks, damage, backups, alternating devices.
import type { Finding } from '@flotta/platform/finding.ts'
import { DAY, finding, HOUR, join, stateOf, time, words } from './finding.ts'
import type { DatabaseState } from './observations.ts'

/** At most this many devices are named, each on a line of its own. */
const MOST_DEVICES = 10

export const storedFindings = (state: DatabaseState): Finding[] => [
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
