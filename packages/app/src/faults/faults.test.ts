// The promise of the acknowledgement under kills, outages and bad peers: the server runs as processes of its own, the trackers outside of them.
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, makeCompanies } from '../bench/fleet.ts'
import { removeMigratedDirectory } from '../bench/product.ts'
import { badSockets } from './bad-sockets.ts'
import { bundleServer } from './bundle.ts'
import { failover } from './failover.ts'
import { killedAtRandom } from './kill.ts'
import { mixedKilled } from './mixed-kill.ts'
import { databaseAway } from './outage.ts'
import { type PreparedDatabase, preparePair } from './pair.ts'

let main: string
beforeAll(async () => {
  main = (await bundleServer()).main
})
afterAll(removeMigratedDirectory)

describe('what was acknowledged is stored exactly once', () => {
  test('when server and database are killed at random moments, and what is derived is as if nothing had happened [gateway.2]', async () => {
    const verdict = await killedAtRandom({
      main,
      rounds: 3,
      devices: 24,
      records: 4,
      longest: 900,
      packets: 200,
    })
    expect(verdict).toMatchObject({ missing: [], doubled: [], foreign: [], differs: [] })
    expect(verdict.acknowledged).toBe(verdict.stored)
    expect(verdict.acknowledged).toBeGreaterThan(500)
    // All sockets reconnected after the last kill; how many did so between two kills varies.
    expect(verdict.connections).toBeGreaterThan(24)
  })

  test('when server and database are killed and the broker is stopped while trackers of every protocol send [gateway.2, protocols.66]', async () => {
    const { acknowledged, byProtocol, ...faults } = await mixedKilled({
      main,
      rounds: 2,
      each: 2,
      longest: 900,
    })
    expect(faults).toEqual({ missing: [], doubled: [], foreign: [] })
    expect(acknowledged).toBeGreaterThan(100)
    expect(Object.keys(byProtocol)).toEqual(expect.arrayContaining([...deviceSides.keys()]))
  })

  test('when the database is stopped under load and started again', async () => {
    const verdict = await databaseAway({ main, seconds: 3, devices: 24, records: 4 })
    expect(verdict).toMatchObject({
      survived: true,
      missing: [],
      doubled: [],
      foreign: [],
      acknowledgedAway: 0,
    })
    expect(verdict.memoryHighest - verdict.memoryBefore).toBeLessThan(150)
  })

  describe('when the primary database falls and its synchronous standby takes its place, without a restart', () => {
    let company: Company
    let prepared: PreparedDatabase
    beforeAll(async () => {
      prepared = await preparePair(async url => {
        company = (await makeCompanies(url, [16]))[0] as Company
      })
    })
    afterAll(() => prepared?.remove())
    test.each(['SIGKILL', 'SIGSTOP'] as const)('by %s [gateway.3]', async how => {
      const verdict = await failover({ main, how, company, prepared, records: 4 })
      console.info(
        `${how}: promoted in ${ms(verdict.promotion)}, first acknowledgement ${ms(verdict.resumed)} later, silence ${ms(verdict.silence)}`,
      )
      expect(verdict).toMatchObject({ survived: true, missing: [], doubled: [], foreign: [] })
      expect(verdict.acknowledged).toBe(verdict.stored)
      expect(verdict.connections).toEqual(
        expect.arrayContaining(['flotta', 'flotta changes', 'flotta primary']),
      )
    })
  })
})

const ms = (value: number): string => `${Math.round(value)} ms`

test('garbage, one byte a second and peers that never read harm nobody else', async () => {
  const verdict = await badSockets({ main, bad: 10, healthy: 10, packets: 40 })
  expect(verdict).toMatchObject({ survived: true, missing: [], doubled: [], foreign: [] })
  expect(verdict.connections).toBeGreaterThan(30)
})
