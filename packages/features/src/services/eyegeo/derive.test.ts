import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { derivations } from './derive.ts'

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] }
const fast = (at: number, speed: number): Sample => ({
  ...emptySample,
  at,
  position: {
    latitude: 45,
    longitude: 9,
    altitude: 0,
    direction: 0,
    speed,
    satellites: 9,
    moving: true,
  },
})
function effects(samples: readonly Sample[]): string[] {
  const [d] = derivations
  let state = d?.start
  const said: Effect[] = []
  for (const s of samples) {
    const next = d?.step(state, s, facts)
    if (!next) continue
    state = next.state
    said.push(...(next.effects ?? []))
  }
  return said.map(e =>
    e.effect === 'raise' || e.effect === 'clear' ? `${e.at} ${e.effect} ${e.alert_id}` : e.effect,
  )
}

test('speeding is raised once while it lasts, and cleared at the limit [alerts.32]', () => {
  expect(
    effects([fast(1, 90), fast(2, 91), fast(3, 120), emptySample, fast(4, 90), fast(5, 91)]),
  ).toEqual(['2 raise 1', '4 clear 1', '5 raise 1'])
})
