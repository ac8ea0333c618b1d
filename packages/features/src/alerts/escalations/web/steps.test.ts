// Steps between the form and the call.
import { expect, test } from 'vitest'
import type { EscalationStep } from '../contract.ts'
import { areWhole, inputsOf, nextStep, stepsOf } from './steps.ts'

const nobody = { user_id: null, role: null, alert_channel_id: null, destination: null }
const steps: EscalationStep[] = [
  { ...nobody, minutes: 5, user_id: 7 },
  { ...nobody, minutes: 15, role: 'control' },
  { ...nobody, minutes: 30, alert_channel_id: 1, destination: 'capo@rossi.example' },
  { ...nobody, minutes: 45, alert_channel_id: 10, destination: 'Frigo: turno di notte' },
]
test('stored steps pass through the form unchanged [escalations.1]', () => {
  expect(stepsOf(inputsOf(steps))).toEqual(steps)
  expect(areWhole(inputsOf(steps))).toBe(true)
})
test('a new step comes after the last, and is complete only when a recipient is chosen', () => {
  const input = nextStep(inputsOf(steps))
  expect(input).toEqual({ place: 4, minutes: 55, target: '', destination: '' })
  expect(areWhole([input])).toBe(false)
  expect(areWhole([{ ...input, target: '1' }])).toBe(false)
  expect(areWhole([{ ...input, target: '1', destination: 'a@b.example' }])).toBe(true)
})
