// Choosing a point, on a map that only records its position, with ten pixels per degree.
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import type { Spot } from './circle.ts'
import { PointChooser, usePointSelection } from './point.tsx'
import { MapStage, useStage } from './stage.tsx'

function standing() {
  const container = document.createElement('div')
  const canvas = document.createElement('canvas')
  canvas.tabIndex = 0
  container.append(canvas)
  document.body.append(container)
  const listeners = new Map<string, Set<() => void>>()
  let center = { lng: 10, lat: 45 }
  const tell = (event: string) => {
    for (const listener of listeners.get(event) ?? []) listener()
  }
  const go = (to: { readonly center?: unknown }) => {
    if (to.center === undefined) return
    const [lng, lat] = Array.isArray(to.center)
      ? to.center
      : [(to.center as typeof center).lng, (to.center as typeof center).lat]
    center = { lng, lat }
    tell('move')
  }
  const map = {
    on(event: string, listener: () => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return { unsubscribe: () => listeners.get(event)?.delete(listener) }
    },
    getContainer: () => container,
    getCanvas: () => canvas,
    getCenter: () => center,
    getZoom: () => 6,
    getPadding: () => ({ top: 0, right: 0, bottom: 0, left: 0 }),
    setPadding: () => undefined,
    project: () => ({ x: 400, y: 300 }),
    unproject: ([x, y]: [number, number]) => ({ lng: x / 10, lat: y / 10 }),
    isMoving: () => false,
    dragPan: { isActive: () => false },
    easeTo: go,
    flyTo: go,
    jumpTo: go,
  }
  return { map: map as unknown as MapLibre, container, canvas, go }
}

let fake: ReturnType<typeof standing>
beforeEach(() => {
  document.body.replaceChildren()
  fake = standing()
})
const onChosen = vi.fn<(spot: Spot | null) => void>()

function Asking({ start }: { readonly start?: Spot }) {
  const { setStage } = useStage()
  const { choose, isChoosing } = usePointSelection()
  useEffect(() => setStage(fake.map, 'light'), [setStage])
  return (
    <button
      type="button"
      data-choosing={isChoosing}
      onClick={() => void choose({ start }).then(onChosen)}
    >
      Punto
    </button>
  )
}
async function openChooser(start?: Spot, drawable = true) {
  onChosen.mockClear()
  const view = await show(
    <MapStage>
      <Asking {...(start !== undefined && { start })} />
      <PointChooser drawable={drawable} />
    </MapStage>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Punto' }))
  return view
}

describe('a point on the map', () => {
  test('is the place under the cross when a person confirms [map.33]', async () => {
    await openChooser()
    expect(screen.getByRole('region', { name: 'Scelta del punto sulla mappa' })).toHaveTextContent(
      '45,00000 · 10,00000',
    )
    act(() => fake.go({ center: { lng: 9.123_456_78, lat: 44.5 } }))
    expect(screen.getByRole('region', { name: 'Scelta del punto sulla mappa' })).toHaveTextContent(
      '44,50000 · 9,12346',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Conferma' }))
    expect(onChosen.mock.calls).toEqual([[{ latitude: 44.5, longitude: 9.123_457 }]])
    expect(screen.queryByRole('button', { name: 'Conferma' })).not.toBeInTheDocument()
  })
  test('begins at the given start', async () => {
    await openChooser({ latitude: 41.9, longitude: 12.5 })
    await userEvent.click(screen.getByRole('button', { name: 'Conferma' }))
    expect(onChosen).toHaveBeenCalledExactlyOnceWith({ latitude: 41.9, longitude: 12.5 })
  })
  test('can be chosen by keys alone: the map has the focus, Enter confirms, and the focus returns', async () => {
    await openChooser()
    expect(fake.canvas).toHaveFocus()
    expect(fake.canvas).toHaveAccessibleDescription(
      'Sposta la mappa finché la croce è sul punto, poi conferma.',
    )
    await userEvent.keyboard('{Enter}')
    expect(fake.canvas).not.toHaveAttribute('aria-describedby')
    expect(onChosen).toHaveBeenCalledExactlyOnceWith({ latitude: 45, longitude: 10 })
    expect(screen.getByRole('button', { name: 'Punto' })).toHaveFocus()
  })
  test.each([
    ['Annulla', () => userEvent.click(screen.getByRole('button', { name: 'Annulla' }))],
    ['Esc', () => userEvent.keyboard('{Escape}')],
  ])('is given up by %s [map.34]', async (_, giveUp) => {
    await openChooser()
    await giveUp()
    expect(onChosen.mock.calls).toEqual([[null]])
  })
  test('comes under the cross by a press, which selects nothing there', async () => {
    await openChooser()
    const selected = vi.fn()
    fake.canvas.addEventListener('click', selected)
    fireEvent.mouseDown(fake.canvas, { clientX: 120, clientY: 430 })
    fireEvent.click(fake.canvas, { clientX: 121, clientY: 430 })
    await userEvent.click(screen.getByRole('button', { name: 'Conferma' }))
    expect(onChosen).toHaveBeenCalledExactlyOnceWith({ latitude: 43, longitude: 12.1 })
    expect(selected).not.toHaveBeenCalled()
    fireEvent.click(fake.canvas)
    expect(selected).toHaveBeenCalledOnce()
  })
  test('is not taken from a map that was moved by hand', async () => {
    await openChooser()
    fireEvent.mouseDown(fake.canvas, { clientX: 100, clientY: 100 })
    fireEvent.click(fake.canvas, { clientX: 180, clientY: 100 })
    await userEvent.keyboard('{Enter}')
    expect(onChosen).toHaveBeenCalledExactlyOnceWith({ latitude: 45, longitude: 10 })
  })
  test('is given up for another question, and when a person leaves the screen', async () => {
    const { unmount } = await openChooser()
    await userEvent.click(screen.getByRole('button', { name: 'Punto' }))
    expect(onChosen.mock.calls).toEqual([[null]])
    unmount()
    await vi.waitFor(() => expect(onChosen.mock.calls).toEqual([[null], [null]]))
  })
  test('cannot be chosen where no map can be drawn', async () => {
    await openChooser(undefined, false)
    await vi.waitFor(() => expect(onChosen.mock.calls).toEqual([[null]]))
  })
})
