// The promise of the acknowledgement, under kills, outages and bad peers: the real server as processes of its own, its trackers outside of them.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { badSockets } from './bad-sockets.ts'
import { killedAtRandom } from './kill.ts'
import { databaseAway } from './outage.ts'

// The server is bundled for this run as it is for production, into a directory of its own: a process that can be killed must be one plain Node process,
// and Node alone cannot run the sources (import.meta.glob, TypeScript). The bundle takes two seconds; the web is left out.
const root = join(import.meta.dirname, '../../../..')
const bundle = join(root, `.cache/faults-${process.pid}`)
const main = join(bundle, 'main.js')

beforeAll(async () => {
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'vite.server.config.ts', '--outDir', bundle, '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  expect(await new Promise(done => vite.once('exit', done))).toBe(0)
})
afterAll(() => rmSync(bundle, { recursive: true, force: true }))

describe('what was acknowledged is stored exactly once', () => {
  test('when server and database are killed at random moments, and what is derived is as if nothing had happened', { timeout: 120_000 }, async () => {
    const verdict = await killedAtRandom({ main, rounds: 3, devices: 24, records: 4, longest: 900 })
    expect(verdict).toMatchObject({ missing: [], doubled: [], foreign: [], differs: [] })
    expect(verdict.acknowledged).toBe(verdict.stored)
    expect(verdict.acknowledged).toBeGreaterThan(500)
    // all came back after the last kill; how many did between two kills is the moment's chance
    expect(verdict.connections).toBeGreaterThan(24)
  })

  test('when the database is stopped under load and started again', { timeout: 90_000 }, async () => {
    const verdict = await databaseAway({ main, seconds: 3, devices: 24, records: 4 })
    expect(verdict).toMatchObject({ survived: true, missing: [], doubled: [], foreign: [], acknowledgedAway: 0 })
    expect(verdict.memoryHighest - verdict.memoryBefore).toBeLessThan(150)
  })
})

test('garbage, one byte a second and peers that never read harm nobody else', { timeout: 90_000 }, async () => {
  const verdict = await badSockets({ main, bad: 10, healthy: 10, packets: 40 })
  expect(verdict).toMatchObject({ survived: true, missing: [], doubled: [], foreign: [] })
  expect(verdict.connections).toBeGreaterThan(30)
})
