// Escalations: which step still tells somebody, and which lists of steps are wrong.
import { expect, test } from 'vitest'
import type { EscalationStep } from './contract.ts'
import { type StepFacts, stepOutcome, stepsFault } from './rules.ts'

const NOW = 1_000_000
const open = { closed_at: null, closed_as: null, isTaken: false, snoozed_until: null }
test.each<[string, Partial<StepFacts>, ReturnType<typeof stepOutcome>]>([
  ['an open alert without an acknowledgement is escalated', {}, null],
  ['an acknowledged alert is not escalated', { incident: { ...open, isTaken: true } }, 'taken'],
  [
    'an alert that is over is not escalated',
    { incident: { ...open, closed_at: 1, closed_as: 'cleared' } },
    'over',
  ],
  [
    'an alert that later data disprove is not escalated',
    { incident: { ...open, closed_at: 1, closed_as: 'corrected' } },
    'corrected',
  ],
  ['an alert that the company no longer sees is not escalated', { incident: null }, 'lost'],
  ['an alert without its configuration is not escalated', { isConfigured: false }, 'removed'],
  [
    'a snoozed alert is checked again when its snooze ends',
    { incident: { ...open, snoozed_until: NOW + 5 } },
    { later: NOW + 5 },
  ],
  [
    'an alert whose snooze has just ended is escalated',
    { incident: { ...open, snoozed_until: NOW } },
    null,
  ],
])('%s [escalations.2, escalations.3]', (_, facts, outcome) => {
  expect(stepOutcome({ isConfigured: true, incident: open, ...facts }, NOW)).toEqual(outcome)
})

const step = (minutes: number, more: Partial<EscalationStep> = { user_id: 1 }): EscalationStep => ({
  minutes,
  user_id: null,
  role: null,
  alert_channel_id: null,
  destination: null,
  ...more,
})
test.each<[string, EscalationStep[], string | null]>([
  [
    'steps for a colleague, a group and an address are accepted',
    [
      step(5),
      step(6, { role: 'control' }),
      step(9, { alert_channel_id: 1, destination: 'a@b.example' }),
    ],
    null,
  ],
  ['an escalation without steps is accepted', [], null],
  ['a step without a recipient is refused', [step(5, {})], 'escalations.fault.one_target'],
  [
    'a step with two recipients is refused',
    [step(5, { user_id: 1, role: 'edit' })],
    'escalations.fault.one_target',
  ],
  [
    'a step with a channel but no destination is refused',
    [step(5, { alert_channel_id: 1 })],
    'escalations.fault.one_target',
  ],
  ['a step before the one above it is refused', [step(10), step(5)], 'escalations.fault.order'],
  [
    'two steps at the same minute are refused',
    [step(10), step(10, { role: 'edit' })],
    'escalations.fault.order',
  ],
])('%s [escalations.1]', (_, steps, fault) => {
  expect(stepsFault(steps)).toBe(fault)
})
