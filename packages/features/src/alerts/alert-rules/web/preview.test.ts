// A preview of what saving a rule does to configurations.
import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const mail = (destination: string) => ({ alert_channel_id: 1, destination })
const [boss, night] = [mail('capo@rossi.example'), mail('notte@rossi.example')]
const before = { vehicles: [1, 2, 3], destinations: [boss] }

test.each([
  [
    'a new rule of two alerts',
    null,
    { vehicles: [1, 2], destinations: [boss, night] },
    2,
    [8, 8, 0],
  ],
  ['the same', before, before, 1, [3, 0, 0]],
  ['a vehicle more', before, { ...before, vehicles: [1, 2, 3, 4] }, 1, [4, 1, 0]],
  ['a vehicle less', before, { ...before, vehicles: [1, 2] }, 1, [2, 0, 1]],
  ['somebody else', before, { ...before, destinations: [night] }, 1, [3, 3, 3]],
  [
    'somebody more of one vehicle, who is told of a second one then',
    { ...before, destinations: [boss, { ...night, only: [1] }] },
    { ...before, destinations: [boss, { ...night, only: [1, 2] }] },
    1,
    [5, 1, 0],
  ],
  [
    'somebody of all but one, who goes',
    { ...before, destinations: [boss, { ...night, except: [1] }] },
    before,
    1,
    [3, 0, 2],
  ],
  ['somebody more', before, { ...before, destinations: [boss, night] }, 1, [6, 3, 0]],
])('%s [alert-configurations.56]', (_, old, after, alerts, [total, made, removed]) => {
  expect(previewOf(old, after, alerts)).toEqual({ total, made, removed })
})
