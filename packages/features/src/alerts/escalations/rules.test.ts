// Escalations: which step still tells somebody, and which lists of steps are wrong.
import { expect, test } from 'vitest'
import type { EscalationStep } from './contract.ts'
import { type StepFacts, stepOutcome, stepsFault } from './rules.ts'

const NOW = 1_000_000
const open = { closed_at: null, closed_as: null, isTaken: false, snoozed_until: null }
test.each<[string, Partial<StepFacts>, ReturnType<typeof stepOutcome>]>([
  ['an open alert that nobody took is passed on', {}, null],
  ['one that somebody took is not', { incident: { ...open, isTaken: true } }, 'taken'],
  [
    'one that is over is not',
    { incident: { ...open, closed_at: 1, closed_as: 'cleared' } },
    'over',
  ],
  [
    'one that later data disproved is not',
    { incident: { ...open, closed_at: 1, closed_as: 'corrected' } },
    'corrected',
  ],
  ['one that the company does not see any more is not', { incident: null }, 'lost'],
  ['one whose configuration is gone is not', { isConfigured: false }, 'removed'],
  [
    'one that is put off is looked at again then',
    { incident: { ...open, snoozed_until: NOW + 5 } },
    { later: NOW + 5 },
  ],
  [
    'one that was put off until now is passed on',
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
    'a colleague, a group and an address',
    [
      step(5),
      step(6, { role: 'control' }),
      step(9, { alert_channel_id: 1, destination: 'a@b.example' }),
    ],
    null,
  ],
  ['no steps', [], null],
  ['nobody', [step(5, {})], 'escalations.fault.one_target'],
  ['two at once', [step(5, { user_id: 1, role: 'edit' })], 'escalations.fault.one_target'],
  [
    'a channel without a destination',
    [step(5, { alert_channel_id: 1 })],
    'escalations.fault.one_target',
  ],
  ['a step before the one above', [step(10), step(5)], 'escalations.fault.order'],
  [
    'two steps at the same minute',
    [step(10), step(10, { role: 'edit' })],
    'escalations.fault.order',
  ],
])('%s [escalations.1]', (_, steps, fault) => {
  expect(stepsFault(steps)).toBe(fault)
})
