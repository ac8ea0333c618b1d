import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { usualRule } from '../../alerts/incidents/rules.ts'
import { emptySample } from '../../kinds.ts'
import { alerts } from './alerts.ts'
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
function effects(samples: readonly Sample[], name = 'speed_limit', own = facts): string[] {
  const d = derivations.find(one => one.name === name)
  let state = d?.start
  const effects: Effect[] = []
  for (const s of samples) {
    const next = d?.step(state, s, own)
    if (!next) continue
    state = next.state
    effects.push(...(next.effects ?? []))
  }
  return effects.map(e =>
    e.effect === 'raise' || e.effect === 'clear' ? `${e.at} ${e.effect} ${e.alert_id}` : e.effect,
  )
}

test('speeding is raised once while it lasts, and cleared at the limit [alerts.32]', () => {
  expect(
    effects([fast(1, 90), fast(2, 91), fast(3, 120), emptySample, fast(4, 90), fast(5, 91)]),
  ).toEqual(['2 raise 1', '4 clear 1', '5 raise 1'])
})

const idles = (minute: number, since: number | null): Sample => ({
  ...emptySample,
  at: minute * MINUTE,
  motion:
    since === null ? { motion: 'moving', since: 0 } : { motion: 'idling', since: since * MINUTE },
})
test('idling for ten minutes raises an alert, counted from the standstill, until the vehicle moves [alerts.123]', () => {
  expect(effects([idles(1, 0), idles(9.9, 0), idles(10, 0), idles(40, 0)], 'idling')).toEqual([
    `${10 * MINUTE} raise 38`,
  ])
  expect(effects([idles(12, 0), idles(14, null), idles(20, 15)], 'idling')).toEqual([
    `${12 * MINUTE} raise 38`,
    `${14 * MINUTE} clear 38`,
  ])
})
test('the minutes of idling may be set for the vehicle [alerts.123]', () => {
  const rule = { ...usualRule(alerts.idling), threshold: 30 }
  const withRule = { ...facts, alert_parameters: { [alerts.idling.id]: rule } }
  expect(effects([idles(12, 0), idles(30, 0)], 'idling', withRule)).toEqual([
    `${30 * MINUTE} raise 38`,
  ])
})
