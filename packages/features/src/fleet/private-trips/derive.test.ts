import type { Effect, VehicleFacts } from '@flotta/core/derivation.ts'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { derivations } from './derive.ts'

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'U', configurations: {}, watchers: [] }
test('each switch of the private mode is derived once, from the record that carries it', () => {
  const [d] = derivations
  let state = d?.start
  const effects: (readonly Effect[])[] = []
  for (const [at, private_mode] of [false, true, true, null, false, false, true].entries()) {
    const next = d?.step(state, { ...emptySample, at, private_mode: { private_mode } }, facts)
    if (next) [state] = [next.state, effects.push(next.effects ?? [])]
  }
  expect(effects.flat()).toEqual([
    { effect: 'private_switch', at: 1, is_private: true },
    { effect: 'private_switch', at: 4, is_private: false },
    { effect: 'private_switch', at: 6, is_private: true },
  ])
})
