// The finer lines of the visible part of the map: the former ones stay until new ones are loaded.
import { encodePolyline } from '@flotta/core/geo.ts'
import type { MapWindow } from '@flotta/ui/map/map-window.ts'
import { answer, answering, show, signIn, silent } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { fleetTracks } from '../contract.ts'
import { type TrackLevel, useTracksDetail } from './useFleetTracks.ts'

beforeEach(() => signIn())
const question = { range: { from: 0, to: 86_400_000 }, fleets: undefined }
const near: MapWindow<TrackLevel> = { step: 'fine', box: [9, 45, 10, 46] }
const nearer: MapWindow<TrackLevel> = { step: 'exact', box: [9.4, 45.4, 9.6, 45.6] }
const windows = { near, nearer, far: null }

function Detail() {
  const [place, setPlace] = useState<keyof typeof windows>('far')
  const { detail, isLoading } = useTracksDetail(question, windows[place])
  return (
    <>
      {(['near', 'nearer', 'far'] as const).map(name => (
        <button key={name} type="button" onClick={() => setPlace(name)}>
          {name}
        </button>
      ))}
      <output>
        {detail === null
          ? 'none'
          : `${detail.tolerance} m in ${detail.box.join(' ')}, vehicles ${[...detail.lines.keys()].join(' ')}`}
        {isLoading && ', loading'}
      </output>
    </>
  )
}
const go = (name: keyof typeof windows) => userEvent.click(screen.getByRole('button', { name }))
const lines = [
  {
    path: encodePolyline([
      [45, 9],
      [45, 9.5],
    ]),
  },
]
const vehicle = { plate: 'FR 123 KL', fleet_id: null, lines }

test('the lines of the window come part by part, stay while others are loaded, and disappear when the map is seen from afar [map.105]', async () => {
  const view = await show(
    <Detail />,
    answering(fleetTracks, ({ path }) =>
      path.includes('after=1')
        ? { tolerance: 20, vehicles: [{ ...vehicle, vehicle_id: 2 }], next: null }
        : { tolerance: 0, vehicles: [{ ...vehicle, vehicle_id: 1 }], next: 1 },
    ),
  )
  const output = screen.getByRole('status')
  expect(output).toHaveTextContent('none')
  expect(view.requests).toEqual([])
  await go('near')
  expect(await screen.findByText('20 m in 9 45 10 46, vehicles 1 2')).toBe(output)
  expect(decodeURIComponent(view.requests[0]?.path ?? '')).toContain('level=fine&box=9,45,10,46')
  answer(silent(fleetTracks))
  await go('nearer')
  expect(output).toHaveTextContent('20 m in 9 45 10 46, vehicles 1 2, loading')
  await go('far')
  expect(output).toHaveTextContent('none')
  await go('near')
  expect(output).toHaveTextContent('20 m in 9 45 10 46, vehicles 1 2')
})
