// What a simulated device does with a command, and how its readings show it.
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { marksAtInterval } from './marks.ts'
import { forgetCommands, type Manner, take } from './obedience.ts'
import { simulation } from './vehicle.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const fleet = demoFleet()
const car = (n: number) =>
  fleet.filter(v => v.vehicle_type === 'U')[n] ?? Promise.reject(new Error('no car'))
const world = simulation(1)
afterAll(forgetCommands)

test('an output is switched, answered as the vendor’s devices do, and told soon after', async () => {
  const vehicle = await car(0)
  const outputs = (at: number) => [world.values(vehicle, at).out1, world.values(vehicle, at).out2]
  expect(outputs(NOW)).toEqual([1, 0])
  const reaction = take(vehicle, 'obey', 'setdigout ?1', NOW)
  expect(reaction).toEqual({ say: 'DOUT1:IGNORED DOUT2:1 Timeout:INFINITY', tells: [NOW + 2_000] })
  expect(outputs(NOW + 1_999)).toEqual([1, 0])
  expect(outputs(NOW + 2_000)).toEqual([1, 1])
  expect(outputs(NOW + 86_400_000)).toEqual([1, 1])
  take(vehicle, 'obey', 'setdigout ?0', NOW + 10_000)
  expect(outputs(NOW + 12_000)).toEqual([1, 0])
})
test('an output that is switched for a time goes back by itself, and tells it', async () => {
  const vehicle = await car(1)
  expect(take(vehicle, 'obey', 'setdigout 0? 30', NOW)).toMatchObject({
    say: 'DOUT1:0 Timeout:30s DOUT2:IGNORED',
    tells: [NOW + 2_000, NOW + 32_000],
  })
  expect([
    world.values(vehicle, NOW + 31_999).out1,
    world.values(vehicle, NOW + 32_000).out1,
  ]).toEqual([0, 1])
})

test('a refrigeration unit takes its setpoint some seconds after it said yes', async () => {
  const [, unit] = fleet
  if (unit === undefined) throw new Error('no unit')
  const setpoint = (at: number) => world.values(unit, at).zone1_setpoint
  expect(take(unit, 'obey', 'reefer setpoint 1 -5', NOW)).toEqual({
    say: 'reefer: OK',
    tells: [NOW + 2_000],
  })
  expect([setpoint(NOW + 1_999), setpoint(NOW + 2_000)]).toEqual([-20, -5])
})

describe('a device that does not obey changes nothing', () => {
  test.each<[Manner, object]>([
    ['refuse', { say: 'Unknown command', refused: true }],
    ['fail', { say: 'ERROR: command failed' }],
    ['drop', { say: null, drop: true }],
    ['lie', { say: 'OK' }],
    ['other', { say: expect.stringMatching(/^Ver:/) }],
    ['ignore', { say: null }],
  ])('%s', async (manner, expected) => {
    const vehicle = await car(2)
    expect(take(vehicle, manner, 'setdigout ?1', NOW)).toEqual(expected)
    expect(world.values(vehicle, NOW + 60_000).out2).toBe(0)
  })
})
test('one that delays does it when it answers', async () => {
  const vehicle = await car(3)
  expect(take(vehicle, 'delay', 'setdigout ?1', NOW)).toMatchObject({
    after: 8_000,
    tells: [NOW + 10_000],
  })
  expect([
    world.values(vehicle, NOW + 9_999).out2,
    world.values(vehicle, NOW + 10_000).out2,
  ]).toEqual([0, 1])
})
test('a command that no device knows is answered as unknown; one that every device knows is answered', async () => {
  const vehicle = await car(4)
  expect(take(vehicle, 'obey', 'fly', NOW)).toEqual({ say: 'Unknown command' })
  expect(take(vehicle, 'obey', 'setdigout up', NOW)).toMatchObject({
    say: 'setdigout: invalid syntax',
  })
  expect(take(vehicle, 'obey', 'getver', NOW)).toEqual({ say: expect.stringMatching(/^Ver:/) })
})

const fix = {
  latitude_e7: 454_634_410,
  longitude_e7: 91_877_810,
  altitude: 120,
  direction: 187,
  speed: 62,
  satellites: 9,
}
test.each([
  [fix, 'GPS:1 Sat:9 Lat:45.463441 Long:9.187781 Alt:120 Speed:62 Dir:187'],
  [null, 'GPS:0 Sat:0 Lat:0.000000 Long:0.000000 Alt:0 Speed:0 Dir:0'],
])('asked for its position, it answers the position or that it has no fix', async (place, said) => {
  expect(take(await car(4), 'obey', 'getgps', NOW, place)).toEqual({
    say: `${said} Date: 2026/11/20 Time: 10:00:00`,
  })
})
test('with a commanded interval it reports at that interval while it drives', async () => {
  expect(take(await car(4), 'obey', 'setparam 10050:120;10055:120', NOW)).toEqual({
    say: 'New value 10050:120;10055:120;',
    interval: 120,
  })
  expect(take(await car(4), 'obey', 'setparam 2004:example.com', NOW)).toEqual({
    say: 'New value 2004:example.com;',
  })
  const minute = (n: number) => NOW + n * 60_000
  const marks = [
    { at: minute(1), cause: null },
    { at: minute(2), cause: 'ignition' as const },
    { at: minute(7), cause: null },
  ]
  const interval = {
    interval: 120_000,
    from: NOW,
    to: minute(8),
    isDriving: (at: number) => at < minute(6),
  }
  expect([...marksAtInterval(marks, interval)]).toEqual([
    { at: minute(2), cause: 'ignition' },
    { at: minute(7), cause: null },
    { at: minute(2), cause: null },
    { at: minute(4), cause: null },
  ])
})
