import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { derivations } from './derive.ts'

const facts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] } as VehicleFacts
type Step = readonly [at: number, told: { readonly ignition?: boolean; readonly card?: string }]

function identificationsOf(
  steps: readonly Step[],
): (readonly [at: number, key: string, by: number])[] {
  const [derivation] = derivations
  let state = derivation?.start
  const identifications: (readonly [number, string, number])[] = []
  for (const [at, { ignition, card }] of steps) {
    const sample: Sample = {
      ...emptySample,
      at,
      ignition: ignition ?? null,
      driver_card: card === undefined ? null : { ibutton_id: card },
    }
    const next = derivation?.step(state, sample, facts)
    if (!next) continue
    state = next.state
    for (const effect of next.effects ?? [])
      if (effect.effect === 'driver_identified')
        identifications.push([effect.at, effect.ibutton_key, at])
  }
  return identifications
}
const [A, B] = ['0A01', '0B02']
const on = { ignition: true }
const off = { ignition: false }

test.each<[string, Step[], (readonly [number, string, number])[]]>([
  [
    'a card that comes with the ignition',
    [
      [1, off],
      [2, { ...on, card: A }],
    ],
    [[2, '010A', 2]],
  ],
  [
    'a card after the ignition holds from the ignition on',
    [
      [2, on],
      [5, { card: A }],
    ],
    [[2, '010A', 5]],
  ],
  [
    'a card before the ignition holds from the ignition on',
    [
      [1, { ...off, card: A }],
      [2, on],
    ],
    [[2, '010A', 2]],
  ],
  [
    'the same card in every record counts once',
    [
      [2, { ...on, card: A }],
      [3, { card: A }],
      [4, { ...on, card: A }],
    ],
    [[2, '010A', 2]],
  ],
  [
    'whatever its case and byte order',
    [
      [2, { ...on, card: '0a01' }],
      [3, { card: '010A' }],
    ],
    [[2, '010A', 2]],
  ],
  [
    'a card without ignition counts for nobody',
    [
      [1, { ...off, card: A }],
      [2, { card: B }],
    ],
    [],
  ],
  [
    'a card that was taken away before the ignition',
    [
      [1, { ...off, card: A }],
      [2, { ...off, card: '' }],
      [3, on],
    ],
    [],
  ],
  ['zeros are no card', [[2, { ...on, card: '0000000000000000' }]], []],
  [
    'another card while the engine runs holds from then on',
    [
      [2, { ...on, card: A }],
      [7, { card: B }],
    ],
    [
      [2, '010A', 2],
      [7, '020B', 7],
    ],
  ],
  [
    'a new drive needs its card again',
    [
      [2, { ...on, card: A }],
      [5, off],
      [8, on],
    ],
    [[2, '010A', 2]],
  ],
  [
    'a card that stays in the reader counts for the next drive',
    [
      [2, { ...on, card: A }],
      [5, { ...off, card: A }],
      [8, on],
    ],
    [
      [2, '010A', 2],
      [8, '010A', 8],
    ],
  ],
  [
    'a card after a first record with the ignition on',
    [
      [2, on],
      [3, { card: A }],
    ],
    [[2, '010A', 3]],
  ],
  ['a device without an ignition identifies nobody', [[2, { card: A }]], []],
])('%s', (_, steps, expected) => expect(identificationsOf(steps)).toEqual(expected))
