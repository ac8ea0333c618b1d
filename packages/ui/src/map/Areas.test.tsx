// Areas without a real map: dragging the edge, keys on the handle, and which of several areas is selected.
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { featuresOf, type MapArea, pressedArea } from './area-layers.ts'
import { type DragMap, dragEdge } from './edge-drag.ts'
import { RadiusHandle } from './RadiusHandle.tsx'

/** A map on which a pixel is 0.00001 degrees, at 100, 50 of the window. */
const map: DragMap = {
  getContainer: () =>
    Object.assign(document.createElement('div'), {
      getBoundingClientRect: () => new DOMRect(100, 50, 800, 600),
    }),
  unproject: ([x, y]) => ({ lng: x / 1e5, lat: -y / 1e5 }),
}
const area: MapArea = {
  id: 3,
  name: 'Interporto',
  color: '#2e51bb',
  longitude: 0,
  latitude: 0,
  radius: 100,
}
const pointer = (name: string, x = 0, y = 0) =>
  window.dispatchEvent(new MouseEvent(name, { clientX: 100 + x, clientY: 50 + y }))

describe('dragging the edge', () => {
  const grab = () => {
    const live = vi.fn()
    const finish = vi.fn()
    return { live, done: finish, giveBack: dragEdge(map, area, { live, done: finish }) }
  }
  test('the radius follows the pointer, and is reported once at the end [areas.15]', () => {
    const { live, done } = grab()
    pointer('pointermove', 200, 0)
    pointer('pointermove', 0, 300)
    expect(live.mock.calls.map(([h]) => h.radius)).toEqual([222, 334])
    expect(done).not.toHaveBeenCalled()
    pointer('pointerup')
    pointer('pointermove', 500, 0)
    pointer('pointerup')
    expect(done.mock.calls).toEqual([[{ radius: 334, direction: 180 }]])
    expect(live).toHaveBeenCalledTimes(2)
  })
  test.each([
    [4000, 0, 1000],
    [0, 0, 1],
  ])('gives for a pointer at %d, %d pixels a radius of %d m', (x, y, radius) => {
    const { done } = grab()
    pointer('pointermove', x, y)
    pointer('pointerup')
    expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ radius }))
  })
  test.each<[string, (giveBack: () => void) => void]>([
    ['a press that does not move', () => pointer('pointerup')],
    ['Esc', () => void fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a pointer that is lost', () => pointer('pointercancel')],
    ['a map that goes', giveBack => giveBack()],
  ])('%s changes nothing', (name, how) => {
    const { done, giveBack } = grab()
    if (!name.startsWith('a press')) pointer('pointermove', 200, 0)
    how(giveBack)
    pointer('pointerup')
    expect(done.mock.calls).toEqual([[null]])
  })
})

describe('the handle with keys', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const showEditor = () => {
    const onLive = vi.fn()
    const onEnd = vi.fn()
    render(<RadiusHandle label="Raggio di Interporto" radius={100} onLive={onLive} onEnd={onEnd} />)
    return { onLive, onEnd, handle: screen.getByRole('slider', { name: 'Raggio di Interporto' }) }
  }
  const change = (handle: HTMLElement, value: string) =>
    fireEvent.change(handle, { target: { value } })
  test('names the radius with its unit, and has its limits [areas.17]', () => {
    const { handle } = showEditor()
    expect(handle).toHaveAttribute('aria-valuetext', '100\u00a0m')
    expect(handle).toHaveAttribute('min', '1')
    expect(handle).toHaveAttribute('max', '1000')
    expect(screen.getByRole('status')).toHaveTextContent('100 m')
  })
  test('ends a change after a pause of the keys, once', () => {
    const { handle, onLive, onEnd } = showEditor()
    change(handle, '101')
    vi.advanceTimersByTime(500)
    change(handle, '102')
    vi.advanceTimersByTime(500)
    expect(onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(500)
    fireEvent.blur(handle)
    expect(onLive.mock.calls).toEqual([[101], [102]])
    expect(onEnd).toHaveBeenCalledOnce()
  })
  test.each([
    ['Enter', (handle: HTMLElement) => fireEvent.keyDown(handle, { key: 'Enter' })],
    ['leaving it', (handle: HTMLElement) => fireEvent.blur(handle)],
  ])('ends a change at once by %s', (_, end) => {
    const { handle, onEnd } = showEditor()
    change(handle, '150')
    end(handle)
    vi.advanceTimersByTime(5000)
    expect(onEnd).toHaveBeenCalledOnce()
  })
  test('ends nothing without a change, and keeps its arrows from the map', () => {
    const { handle, onEnd } = showEditor()
    const moved = vi.fn()
    handle.parentElement?.addEventListener('keydown', moved)
    fireEvent.keyDown(handle, { key: 'ArrowRight' })
    fireEvent.keyDown(handle, { key: 'Enter' })
    fireEvent.blur(handle)
    expect(moved).not.toHaveBeenCalled()
    expect(onEnd).not.toHaveBeenCalled()
  })
})

describe('a press on the map means', () => {
  const hit = (layer: string, id: number, radius: number) => ({
    layer: { id: layer },
    properties: { id, radius },
  })
  test.each([
    ['nothing', [], null],
    ['a circle', [hit('areas-hub-fill', 1, 500)], { kind: 'hub', id: 1 }],
    [
      'of two circles the smaller',
      [hit('areas-hub-fill', 1, 500), hit('areas-poi-fill', 2, 80)],
      { kind: 'poi', id: 2 },
    ],
    [
      'a mark before the circle that holds it',
      [hit('areas-poi-badge', 2, 800), hit('areas-hub-fill', 1, 500)],
      { kind: 'poi', id: 2 },
    ],
    ['the selected one too', [hit('areas-hub-chosen-fill', 1, 500)], { kind: 'hub', id: 1 }],
  ])('%s', (_, found, meant) => expect(pressedArea(found)).toEqual(meant))
})

test('a thousand areas are drawn as one collection of outlines and centres', () => {
  const { features } = featuresOf(Array.from({ length: 1000 }, (_, id) => ({ ...area, id })))
  expect(features).toHaveLength(2000)
  expect(new Set(features.map(f => f.geometry.type))).toEqual(new Set(['Polygon', 'Point']))
})
