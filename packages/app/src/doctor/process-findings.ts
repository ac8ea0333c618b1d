// The doctor's findings about NATS and the processes on it: missing roles, different versions, wrong clocks.
import type { Finding, FindingWords } from '@flotta/platform/finding.ts'
import { finding, join, quote, stateOf, time, words } from './finding.ts'
import { isFailure, type NatsMember, type Observations } from './observations.ts'

export function nats(answer: Observations['nats']): Finding {
  if (answer === null) return finding('ok', 'nats', words('nats_unused'))
  if (isFailure(answer)) return finding('fail', 'nats', quote(answer.error), words('nats_do'))
  const says = words('nats', { ms: Math.round(answer.ms) })
  return finding(stateOf(answer.ms, 50), 'nats', says, words('nats_far_do'))
}

const ROLES = ['gateway', 'worker', 'api'] as const
/** @param database seconds by which the database's clock is ahead of this machine's; null: unknown, so clocks are compared with this machine's */
export function membersOf(members: readonly NatsMember[], database: number | null): Finding[] {
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
export function clockOf(
  clock: FindingWords,
  ahead: number,
  against: 'database' | 'machine',
): Finding {
  const off = Math.abs(ahead)
  const values = { clock, time: time(off), against: words(`clock.against_${against}`) }
  const says = off < 0.5 ? 'clock.same' : ahead > 0 ? 'clock.ahead' : 'clock.behind'
  return finding(stateOf(off, 1, 5), 'clock', words(says, values), words('clock.do'))
}
