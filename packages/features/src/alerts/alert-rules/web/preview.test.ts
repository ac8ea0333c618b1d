// A preview of what saving a rule does to configurations.
import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const mail = (destination: string) => ({ alert_channel_id: 1, destination })
const [boss, night] = [mail('capo@rossi.example'), mail('notte@rossi.example')]
const before = { vehicles: [1, 2, 3], destinations: [boss] }

test.each([
  [
    'a new rule of two alerts makes all of its configurations',
    null,
    { vehicles: [1, 2], destinations: [boss, night] },
    2,
    [8, 8, 0],
  ],
  ['an unchanged rule makes and removes none', before, before, 1, [3, 0, 0]],
  [
    'an additional vehicle makes a configuration',
    before,
    { ...before, vehicles: [1, 2, 3, 4] },
    1,
    [4, 1, 0],
  ],
  [
    'a removed vehicle removes a configuration',
    before,
    { ...before, vehicles: [1, 2] },
    1,
    [2, 0, 1],
  ],
  [
    'another recipient makes and removes a configuration for each vehicle',
    before,
    { ...before, destinations: [night] },
    1,
    [3, 3, 3],
  ],
  [
    'a recipient of one vehicle who gets a second one makes one configuration',
    { ...before, destinations: [boss, { ...night, only: [1] }] },
    { ...before, destinations: [boss, { ...night, only: [1, 2] }] },
    1,
    [5, 1, 0],
  ],
  [
    'a removed recipient of all vehicles but one removes the others',
    { ...before, destinations: [boss, { ...night, except: [1] }] },
    before,
    1,
    [3, 0, 2],
  ],
  [
    'an additional recipient makes a configuration for each vehicle',
    before,
    { ...before, destinations: [boss, night] },
    1,
    [6, 3, 0],
  ],
])('%s [alert-configurations.56]', (_, old, after, alerts, [total, made, removed]) => {
  expect(previewOf(old, after, alerts)).toEqual({ total, made, removed })
})
