// Mounts, IMEIs and contests, as tables.
import type { Profile } from '@flotta/core/protocol.ts'
import { describe, expect, test } from 'vitest'
import {
  type Contest,
  contestAfter,
  familyOf,
  isDeviceName,
  type Mount,
  mountBegin,
  vehicleAt,
} from './rules.ts'

describe('an IMEI has 15 digits', () => {
  test.each([
    ['352093081452251', true],
    ['352093081452250', true],
    ['35209308145225', false],
    ['3520930814522511', false],
    ['35209308145225A', false],
    ['352093081452251\n', false],
    ['', false],
  ])('%j: %s', (text, is) => expect(isDeviceName(text)).toBe(is))
})

describe('a device’s family [protocols.30]', () => {
  const profile = (code: string, protocol: string, more: Partial<Profile> = {}): Profile => ({
    code,
    name: code,
    protocol,
    reporting_interval: 60,
    parameters: [],
    ...more,
  })
  const profiles = new Map(
    [profile('a', 'a', { generic: true }), profile('a1', 'a'), profile('b1', 'b')].map(p => [
      p.code,
      p,
    ]),
  )
  test.each([
    [{ profile: 'a1' }, 'a1'],
    [{ protocol: 'a', profile: 'a1' }, 'a1'],
    [{ protocol: 'b', profile: 'a1' }, undefined],
    [{ protocol: 'a' }, 'a'],
    [{ protocol: 'a', profile: 'generic' }, 'a'],
    [{ protocol: 'b' }, undefined],
    [{}, undefined],
  ])('%j: %s', (given, code) => expect(familyOf(profiles, given)?.code).toBe(code))
})

describe('a message belongs to the vehicle that carried the device at its time, from a moment to a moment [devices.6, devices.7]', () => {
  const mounts: Mount[] = [
    { vehicle_id: 1, from: 100, to: 200 },
    { vehicle_id: 2, from: 200, to: 300 },
    { vehicle_id: 3, from: 400, to: null },
  ]
  test.each([
    [99, null],
    [100, 1],
    [199, 1],
    [200, 2],
    [299, 2],
    [300, null],
    [399, null],
    [400, 3],
    [1e15, 3],
  ])('at %d: %s', (at, vehicle) => expect(vehicleAt(mounts, at)).toBe(vehicle))
  test('a message of a device without mounts belongs to no vehicle', () =>
    expect(vehicleAt([], 5)).toBeNull())
})

test('a new device belongs to its vehicle since 2010, or since the last end of another mount', () => {
  expect(mountBegin([])).toBe(Date.UTC(2010, 0, 1))
  expect(mountBegin([Date.UTC(2020, 0, 1), Date.UTC(2024, 5, 1)])).toBe(Date.UTC(2024, 5, 1))
})

describe('two connections that claim to be one device', () => {
  const contest = (at: number, more: Partial<Contest> = {}): Contest => ({
    at,
    times: 1,
    address: 'a',
    gateway: null,
    ...more,
  })
  test.each<[string, Contest | null, Contest, Contest]>([
    ['the first contest is stored unchanged', null, contest(1_000), contest(1_000)],
    [
      'the same contest again changes nothing',
      contest(1_000, { times: 2 }),
      contest(1_000),
      contest(1_000, { times: 2 }),
    ],
    ['an older contest changes nothing', contest(9_000), contest(1_000), contest(9_000)],
    [
      'another contest within 5 minutes is an alternation',
      contest(1_000),
      contest(300_999, { address: 'b' }),
      contest(300_999, { address: 'b', times: 2 }),
    ],
    [
      'another contest after 5 minutes counts as a first one',
      contest(1_000, { times: 3 }),
      contest(301_000),
      contest(301_000),
    ],
    [
      'a contest that its gateway has counted is not counted twice',
      contest(1_000),
      contest(2_000, { times: 2 }),
      contest(2_000, { times: 2 }),
    ],
    [
      'a contest of the rows and the same one of the gateway are one',
      contest(1_000, { gateway: 'g' }),
      contest(1_040),
      contest(1_040),
    ],
    [
      'a contest of the rows and that of a gateway with a late clock are one',
      contest(1_000, { gateway: 'g' }),
      contest(960),
      contest(1_000),
    ],
    [
      'a later contest of the rows is an alternation',
      contest(1_000, { gateway: 'g' }),
      contest(60_000, { gateway: 'h' }),
      contest(60_000, { gateway: 'h', times: 2 }),
    ],
  ])('%s', (_, known, told, after) => {
    expect(contestAfter(known, told)).toEqual(after)
  })
})
