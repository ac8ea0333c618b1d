// Trailers and their tractors over some days: what they read, and that every change is told at once.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/demo/fleet.ts'
import { tags, trailerOf } from '@flotta/features/services/tandt/couplings.ts'
import { expect, test } from 'vitest'
import { simulation } from './vehicle.ts'

const NOW = Date.parse('2026-11-20T12:34:56Z')
const sim = simulation()
const trailers = demoFleet().filter(v => trailerOf(v) !== null)

test.each(trailers.map(v => [v.plate, v] as const))('%s is coupled while it moves, to a tag that is known, and left alone at long stops', (_, trailer) => {
  const read = new Set<string>()
  for (let at = NOW - 2 * DAY; at < NOW; at += 3 * MINUTE) {
    const { rfid } = sim.told(trailer, at)
    if (typeof rfid !== 'string') return expect.fail('no tag is told')
    if (sim.state(trailer, at).moving) expect([at, rfid === '']).toEqual([at, false])
    read.add(rfid)
  }
  expect(read.has('')).toBe(true)
  const known = new Set(tags.values())
  const own = [...read].filter(tag => known.has(tag)).length
  expect(own).toBe(trailer.index === 31 ? 0 : trailer.index === 19 ? 1 : read.size - 1)
})
test('coupling and uncoupling are told at once', () => {
  const [trailer] = trailers
  if (trailer === undefined) throw new Error('no trailer')
  const told = [...sim.marks(trailer, NOW - DAY, NOW)].map(mark => [mark.at, sim.told(trailer, mark.at).rfid, mark.cause] as const)
  const changes = told.filter(([, rfid], i) => i > 0 && rfid !== told[i - 1]?.[1])
  expect(changes.length).toBeGreaterThan(4)
  expect(changes.filter(([, rfid, cause]) => rfid === '' && cause !== 'rfid')).toEqual([])
  expect(changes.filter(([at]) => at > NOW - 12 * HOUR).length).toBeGreaterThan(0)
})
