// Who is told: the obstacles, and one line for each destination.
import { Schedule } from '@flotta/core/schedule.ts'
import { expect, test } from 'vitest'
import { usualRule } from '../incidents/rules.ts'
import { byDestination, type RehearsalFacts, rehearsalReason, type Verdict } from './rules.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const usual = usualRule({})
const nights = new Schedule([{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }], 'UTC')
const facts: RehearsalFacts = {
  isConfigured: true,
  lacksSms: false,
  outcome: { closed_at: null, closed_as: null },
  wasHeld: false,
  rule: usual,
  ownHours: null,
  hasServer: true,
}
test.each<[string, Partial<RehearsalFacts>, string | null]>([
  ['a recipient is notified if no reason prevents it', {}, null],
  ['a company without SMS is a reason', { lacksSms: true }, 'no_sms'],
  ['a missing agreement on the vehicle is a reason', { outcome: null }, 'lost'],
  [
    'an alert that is switched off on the vehicle is a reason',
    { rule: { ...usual, active: false } },
    'muted',
  ],
  [
    'a time outside the hours of the alert is a reason',
    { rule: { ...usual, schedule: nights } },
    'hours',
  ],
  ['a time outside the hours of the configuration is a reason', { ownHours: nights }, 'hours'],
  ['a missing server is a reason', { hasServer: false }, 'no_server'],
  [
    'a missing agreement counts before the rule',
    { outcome: null, rule: { ...usual, active: false } },
    'lost',
  ],
])('%s [recipients.2]', (_, some, code) => {
  expect(rehearsalReason({ ...facts, ...some }, NOW)?.code ?? null).toBe(code)
})
test.each<[string, Partial<RehearsalFacts>]>([
  ['of the alert', { rule: { ...usual, schedule: nights } }],
  ['of the configuration', { ownHours: nights }],
])('hours %s that pause until the evening give the time of their end [recipients.2]', (_, some) => {
  expect(rehearsalReason({ ...facts, ...some }, NOW)).toEqual({
    code: 'hours',
    until: Date.parse('2026-11-23T22:00:00Z'),
  })
})
test('a destination is one line with its vehicles, and each reason is given once, with the first plates [recipients.1]', () => {
  const verdict = (vehicle_id: number, more: Partial<Verdict> = {}): Verdict => ({
    alert_channel_id: 1,
    destination: 'a@b.example',
    person: null,
    draft: false,
    after: 0,
    role: null,
    stay_minutes: null,
    alert_id: 2,
    vehicle_id,
    plate: `P${vehicle_id}`,
    reason: null,
    ...more,
  })
  const muted = { code: 'muted', until: null } as const
  const lines = byDestination([
    verdict(1),
    verdict(2),
    ...[3, 4, 5, 6, 7, 8].map(id => verdict(id, { reason: muted })),
    verdict(1, { destination: 'c@d.example', draft: true }),
  ])
  expect(lines).toEqual([
    {
      alert_channel_id: 1,
      destination: 'a@b.example',
      person: null,
      draft: false,
      after: 0,
      role: null,
      stay_minutes: null,
      vehicles: 2,
      obstacles: [{ ...muted, alert_id: 2, vehicles: 6, plates: ['P3', 'P4', 'P5', 'P6', 'P7'] }],
    },
    {
      alert_channel_id: 1,
      destination: 'c@d.example',
      person: null,
      draft: true,
      after: 0,
      role: null,
      stay_minutes: null,
      vehicles: 1,
      obstacles: [],
    },
  ])
})

test('for a stay each destination is notified after the fewest minutes of its configurations that apply [recipients.6]', () => {
  const stay = (minutes: number, more: Partial<Verdict> = {}): Verdict => ({
    alert_channel_id: 1,
    destination: 'a@b.example',
    person: null,
    draft: false,
    after: 0,
    role: null,
    stay_minutes: minutes,
    alert_id: 39,
    vehicle_id: 1,
    plate: 'P1',
    reason: null,
    ...more,
  })
  const muted = { code: 'hours', until: null } as const
  const lines = byDestination([
    stay(90),
    stay(30, { draft: true }),
    stay(10, { reason: muted }),
    stay(60, { vehicle_id: 2, plate: 'P2' }),
    stay(45, { destination: 'c@d.example', reason: muted }),
  ])
  expect(
    lines.map(line => [line.destination, line.stay_minutes, line.draft, line.vehicles]),
  ).toEqual([
    ['a@b.example', 30, true, 1],
    ['c@d.example', 45, false, 0],
    ['a@b.example', 60, false, 1],
  ])
})
