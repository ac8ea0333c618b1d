// Trailers and their tractors over some days: the tags that they read, and that every change is sent at once.
import { distance } from '@flotta/core/geo.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { tags, trailerOf } from '@flotta/features/services/tandt/couplings.ts'
import { expect, test } from 'vitest'
import { simulation } from './vehicle.ts'

const NOW = Date.parse('2026-11-20T12:34:56Z')
const sim = simulation()
const fleet = demoFleet()
const trailers = fleet.filter(v => trailerOf(v) !== null)

test.each(trailers.map(v => [v.plate, v] as const))(
  '%s is coupled while it moves, to the lorry that drives where it drives, and stands alone at night',
  (_, trailer) => {
    const tagsRead = new Set<string>()
    for (let at = NOW - 7 * DAY; at < NOW; at += 3 * MINUTE) {
      const { rfid } = sim.values(trailer, at)
      if (typeof rfid !== 'string') return expect.fail('no tag is told')
      const here = sim.state(trailer, at)
      tagsRead.add(rfid)
      if (!here.moving) continue
      expect([at, rfid === '']).toEqual([at, false])
      const tractor = fleet.find(v => tags.get(v.index) === rfid)
      if (tractor === undefined) continue
      const there = sim.state(tractor, at)
      // Each starts from a plot of its own.
      if (distance(here.latitude, here.longitude, there.latitude, there.longitude) > 1_500)
        expect.fail(`${tractor.plate} is elsewhere at ${new Date(at).toISOString()}`)
    }
    expect(tagsRead.has('')).toBe(true)
    const ownTags = [...tagsRead].filter(tag => [...tags.values()].includes(tag)).length
    expect(ownTags).toBe(trailer.index === 31 ? 0 : trailer.index === 19 ? 1 : 2)
  },
)
test('coupling and uncoupling are sent at once, also with a foreign tractor', () => {
  for (const trailer of trailers) {
    const readings = [...sim.marks(trailer, NOW - 14 * DAY, NOW)].map(
      mark => [sim.values(trailer, mark.at).rfid, mark.cause] as const,
    )
    const changes = readings.filter(([rfid], i) => i > 0 && rfid !== readings[i - 1]?.[0])
    expect(changes.length).toBeGreaterThanOrEqual(18)
    expect(changes.filter(([, cause]) => cause !== 'rfid')).toEqual([])
  }
})
