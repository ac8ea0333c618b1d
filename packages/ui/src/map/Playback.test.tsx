// Playing a track back: it runs at its speed, stops at its end, skips pauses, and begins anew with another track.

import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { theme } from '../theme.ts'
import { Playback } from './Playback.tsx'
import { MapStage } from './stage.tsx'
import type { TrackPoints } from './track-points.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const BEGIN = new Date(2026, 10, 3, 8, 0, 0).getTime()
/** Two minutes of driving, a pause of an hour, a minute of driving. */
const track = (begin = BEGIN): TrackPoints => ({
  at: [0, 2, 62, 63].map(minutes => begin + minutes * MINUTE),
  latitude: [45, 45.01, 45.01, 45.02],
  longitude: [9, 9, 9, 9],
  speed: [40, 60, 0, 50],
  direction: [0, 0, 0, 0],
})
/** Runs the next frame of the browser, at a time in milliseconds. */
let nextPicture: ((time: number) => void) | null
let time: number
beforeEach(() => {
  nextPicture = null
  time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  vi.stubGlobal('requestAnimationFrame', (draw: (time: number) => void) => {
    nextPicture = draw
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => {
    nextPicture = null
  })
})
const pass = (ms: number) =>
  act(() => {
    time += ms
    nextPicture?.(time)
  })
const playback = (points: TrackPoints) => (
  <MantineProvider theme={theme} withCssVariables={false} env="test">
    <MapStage>
      <Playback track={points} />
    </MapStage>
  </MantineProvider>
)
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())
const isAt = (moment: string) => expect(screen.getByText(new RegExp(moment))).toBeInTheDocument()

test('playback passes a minute of the track in a second, skips a pause, and stops at the end', () => {
  render(playback(track()))
  isAt('08:00:00')
  press('Riproduci')
  pass(SECOND)
  isAt('08:01:00')
  expect(screen.getByText('50 km/h')).toBeInTheDocument()
  press('Pausa')
  pass(SECOND)
  isAt('08:01:00')
  press('Riproduci')
  pass(SECOND)
  isAt('09:02:00')
  pass(SECOND)
  isAt('09:03:00')
  expect(nextPicture).toBeNull()
  press('Riproduci')
  isAt('08:00:00')
})
test('another track starts at its own beginning and waits', () => {
  const { rerender } = render(playback(track()))
  press('Riproduci')
  pass(SECOND)
  rerender(playback(track(BEGIN + 24 * 60 * MINUTE)))
  isAt('04/11/2026 08:00:00')
  expect(screen.getByRole('button', { name: 'Riproduci' })).toBeInTheDocument()
})
