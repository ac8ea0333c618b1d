import { distance } from '@flotta/core/geo.ts'
import { DAY, MINUTE, SECOND } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { type DrawnTrack, decodeTrack, encodeTrack, levelsOf, tolerances } from './levels.ts'
import { chance, dayOfSamples, drive, madeDay, type PositionSample } from './testing.ts'

const MORNING = Date.UTC(2026, 10, 10)
const LEVELS = ['fine', 'middle', 'coarse'] as const
const ROUNDING = 2

/** The distance in metres between a place and the nearest line of a track, on a plane. */
function metresBeside(
  { latitude_e5, longitude_e5 }: DrawnTrack,
  latitude: number,
  longitude: number,
): number {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const at = (i: number) =>
    [
      ((longitude_e5[i] ?? 0) / 1e5 - longitude) * shrink * 111_195,
      ((latitude_e5[i] ?? 0) / 1e5 - latitude) * 111_195,
    ] as const
  let least = Math.hypot(...at(0))
  for (let i = 1; i < latitude_e5.length; i++) {
    const [[ax, ay], [bx, by]] = [at(i - 1), at(i)]
    const [dx, dy] = [bx - ax, by - ay]
    const length2 = dx * dx + dy * dy
    const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length2))
    least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy))
  }
  return least
}
const fixOf = ({ latitude_e7, longitude_e7 }: PositionSample) =>
  [(latitude_e7 ?? 0) / 1e7, (longitude_e7 ?? 0) / 1e7] as const

const days: [string, PositionSample[]][] = [
  ['a day with a record each half minute', madeDay(MORNING, 2_880, 30 * SECOND, chance(1))],
  ['a day with a record each minute', madeDay(MORNING, 1_440, MINUTE, chance(2))],
  ['two fixes', madeDay(MORNING, 2, MINUTE, chance(3))],
  ['one fix', madeDay(MORNING, 1, MINUTE, chance(3))],
]
describe('the tracks of a day', () => {
  test.each(days)(
    '%s: no fix is farther from the lines than their tolerance [telemetry.76]',
    (_, samples) => {
      const dayLevels = levelsOf(dayOfSamples(samples))
      if (dayLevels === null) throw new Error('no levels')
      // each level is made from the one before it
      let most = ROUNDING
      for (const level of LEVELS) {
        most += tolerances[level]
        const track = dayLevels[level]
        for (let i = 0; i < samples.length; i += 7) {
          const [latitude, longitude] = fixOf(samples[i] as PositionSample)
          expect(metresBeside(track, latitude, longitude)).toBeLessThanOrEqual(most)
        }
        expect([track.at[0], track.at.at(-1)]).toEqual(
          [samples[0], samples.at(-1)].map(s => Math.floor((s?.at ?? 0) / 1_000)),
        )
        expect(decodeTrack(encodeTrack(track))).toEqual(track)
      }
      expect(dayLevels.coarse.at.length).toBeLessThanOrEqual(dayLevels.middle.at.length)
      expect(dayLevels.middle.at.length).toBeLessThanOrEqual(dayLevels.fine.at.length)
    },
  )

  test('the box holds all fixes, and the kilometres are those of the way that was driven [telemetry.76]', () => {
    const samples = madeDay(MORNING, 1_440, MINUTE, chance(4))
    const dayLevels = levelsOf(dayOfSamples(samples))
    const [south, north] = [Math.min, Math.max].map(end =>
      Math.round(end(...samples.map(s => fixOf(s)[0])) * 1e5),
    )
    expect(dayLevels).toMatchObject({ south_e5: south, north_e5: north })
    const driven = samples.reduce((sum, sample, i) => {
      const before = samples[i - 1]
      return before === undefined ? 0 : sum + distance(...fixOf(before), ...fixOf(sample))
    }, 0)
    expect(dayLevels?.metres).toBeGreaterThan(driven * 0.98)
    expect(dayLevels?.metres).toBeLessThan(driven * 1.02)
  })

  test('a vehicle that rests all day makes two points and no kilometres, however its fixes wander [telemetry.76]', () => {
    const next = chance(5)
    const samples = Array.from({ length: 300 }, (_, i) => ({
      at: MORNING + i * MINUTE,
      latitude_e7: 450_000_000 + Math.round((next() - 0.5) * 1_000),
      longitude_e7: 90_000_000 + Math.round((next() - 0.5) * 1_000),
      speed: 0,
    }))
    const dayLevels = levelsOf(dayOfSamples(samples))
    expect(dayLevels?.metres).toBe(0)
    expect(dayLevels?.fine.at).toHaveLength(2)
  })

  test('are missing for a day without a fix', () => {
    expect(levelsOf(dayOfSamples([{ at: MORNING }]))).toBeNull()
  })

  test('a real day takes a few hundred bytes at the coarsest level [telemetry.76]', () => {
    for (const samples of [
      madeDay(MORNING, 2_880, 10 * SECOND, chance(6)),
      ...['myanmar-truck.gpx', 'munich-car-1hz.gpx'].flatMap(name => {
        const real = drive(name)
        return real === null ? [] : [real.filter(s => s.at < (real[0]?.at ?? 0) + DAY)]
      }),
    ]) {
      const dayLevels = levelsOf(dayOfSamples(samples))
      if (dayLevels === null) throw new Error('no levels')
      expect(encodeTrack(dayLevels.coarse).length).toBeLessThan(400)
    }
  })
})
