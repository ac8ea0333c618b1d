// The clock of the time machine: true to time at every speed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlaybackClock, speeds } from './playback-clock.ts'

const FROM = Date.UTC(2026, 10, 26)
const DAY = 86_400_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const clockAt = (time: number) => new PlaybackClock({ from: FROM, to: FROM + DAY }, time)

test.each(speeds)('at %i× ten seconds play so many times ten seconds [map.91]', speed => {
  const clock = clockAt(FROM)
  clock.setSpeed(speed)
  clock.play()
  vi.advanceTimersByTime(10_000)
  clock.pause()
  // the clock changes with each frame: at most one frame is missing
  expect(clock.time - FROM).toBeGreaterThan((10_000 - 40) * speed)
  expect(clock.time - FROM).toBeLessThanOrEqual(10_000 * speed)
  const { time } = clock
  vi.advanceTimersByTime(1_000)
  expect([clock.time, clock.isPlaying]).toEqual([time, false])
})
test('playback stops at the end of the period, and begins again from there', () => {
  const clock = clockAt(FROM + DAY - 60_000)
  clock.setSpeed(3600)
  clock.play()
  vi.advanceTimersByTime(1_000)
  expect([clock.time, clock.isPlaying]).toEqual([FROM + DAY, false])
  clock.play()
  expect([clock.time, clock.isPlaying]).toEqual([FROM, true])
  clock.pause()
})
test('a moment outside of the period becomes the nearest one inside, and listeners hear each change', () => {
  const clock = clockAt(FROM - 5)
  expect(clock.time).toBe(FROM)
  const listener = vi.fn()
  const end = clock.subscribe(listener)
  clock.seek(FROM + 2 * DAY)
  expect(clock.time).toBe(FROM + DAY)
  clock.setSpeed(10)
  expect(listener).toHaveBeenCalledTimes(2)
  end()
  clock.seek(FROM)
  expect(listener).toHaveBeenCalledTimes(2)
})
