// The promise of the acknowledgement with several processes: 2 gateways, 2 workers and 2 APIs behind HAProxy, joined by NATS.
import { findTool } from '@flotta/platform/testing.tools.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bundle, bundleServer } from './bundle.ts'
import { clusterUnderFaults } from './cluster-faults.ts'
import { endAll } from './process.ts'

const missing = [findTool('nats-server'), findTool('haproxy')].includes(undefined)

describe.skipIf(missing)('several processes', () => {
  let bundle: Bundle
  beforeAll(async () => {
    bundle = await bundleServer()
  })
  afterAll(endAll)

  test('lose and double nothing while each is killed, stopped and restarted, and derive the same as one undisturbed process [installation.48]', async () => {
    const say = (line: string) => void process.stderr.write(`${line}\n`)
    const verdict = await clusterUnderFaults({
      main: bundle.main,
      devices: 24,
      records: 4,
      every: 250,
      packets: 300,
      rounds: 1,
      each: false,
      workers: 2,
      still: [3_000, 3_000],
      failover: false,
      say,
    })
    expect(verdict).toMatchObject({
      missing: [],
      doubled: [],
      foreign: [],
      differs: [],
      serves: true,
    })
    expect(verdict.acknowledged).toBe(verdict.stored)
    expect(verdict.acknowledged).toBeGreaterThan(1_000)
    expect(verdict.memory).toBeLessThan(600)
  })
})
