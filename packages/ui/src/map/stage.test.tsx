// Requests of a screen's parts to the map that they share.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MapStage, useDimmed, useStage } from './stage.tsx'

function Track({ points }: { readonly points: number }) {
  useDimmed(points > 1)
  return null
}
function Vehicles() {
  return <output>{useStage().dimmed ? 'dimmed' : 'plain'}</output>
}
test('vehicles fade while a track is shown, and come back with the last track [map.97]', () => {
  const stage = (...tracks: readonly number[]) => (
    <MapStage>
      <Vehicles />
      {tracks.map((points, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
        <Track key={i} points={points} />
      ))}
    </MapStage>
  )
  const { rerender } = render(stage(0))
  const look = () => screen.getByRole('status').textContent
  expect(look()).toBe('plain')
  rerender(stage(2, 5))
  expect(look()).toBe('dimmed')
  rerender(stage(0, 5))
  expect(look()).toBe('dimmed')
  rerender(stage())
  expect(look()).toBe('plain')
})
