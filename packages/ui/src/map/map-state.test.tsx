// What a map tells beside itself: that it ends, that tiles are missing, and which zoom and background it has.
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { MapView } from './MapView.tsx'
import {
  useMaxZoom,
  useMissingTiles,
  usePushedPastEnd,
  useSatellite,
  useZoomBeyond,
} from './map-state.ts'
import { useNearer, useStage } from './stage.tsx'
import { PUSHED } from './style.ts'
import { OnMap, TestMap } from './testing-map.tsx'

let map: TestMap
beforeEach(() => {
  document.body.replaceChildren()
  map = new TestMap()
})
function States({ ends, near = false, satellite = false }: StatesProps) {
  const { map: mapNow } = useStage()
  useNearer(near)
  useMaxZoom(mapNow, ends)
  useSatellite(mapNow, satellite)
  const states = {
    pushed: usePushedPastEnd(mapNow, ends),
    missing: useMissingTiles(mapNow),
    beyond: useZoomBeyond(mapNow, 17.5),
  }
  return <output>{Object.entries(states).flatMap(([name, is]) => (is ? [name] : []))}</output>
}
interface StatesProps {
  readonly ends: boolean
  readonly near?: boolean
  readonly satellite?: boolean
}
const showStates = (props: StatesProps) =>
  show(
    <OnMap on={map}>
      <States {...props} />
    </OnMap>,
  )
const states = () => screen.getByRole('status').textContent

test('the embedded map ends before that of a provider, and later while small things are drawn on it', async () => {
  await showStates({ ends: true })
  const end = map.maxZoom
  await showStates({ ends: true, near: true })
  expect(map.maxZoom).toBe(17)
  expect(end).toBeLessThan(17)
  await showStates({ ends: false })
  expect(map.maxZoom).toBeGreaterThan(17)
})

test.each([
  ['the wheel', () => map.fire('wheel', { originalEvent: { deltaY: -100 } }), true],
  ['the wheel backwards', () => map.fire('wheel', { originalEvent: { deltaY: 100 } }), false],
  ['a double click', () => map.fire('dblclick', { originalEvent: {} }), true],
  [
    'a double click with Shift',
    () => map.fire('dblclick', { originalEvent: { shiftKey: true } }),
    false,
  ],
  ['the key +', () => fireEvent.keyDown(map.container, { key: '+' }), true],
  ['the key −', () => fireEvent.keyDown(map.container, { key: '-' }), false],
  ['the button', () => fireEvent(map.container, new Event(PUSHED)), true],
])(
  'at its end %s leads to the notice that there are no further details, or not',
  async (_, push, isTold) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await showStates({ ends: true })
    act(() => void push())
    expect(states()).toBe('')
    map.zoom = map.maxZoom
    act(() => void push())
    expect(states()).toBe(isTold ? 'pushed' : '')
    act(() => void vi.advanceTimersByTime(4_000))
    expect(states()).toBe('')
  },
)

test('tiles are missing from the first that fails until one loads', async () => {
  await showStates({ ends: false })
  act(() => map.fire('error', { error: new Error('font') }))
  expect(states()).toBe('')
  act(() => map.fire('error', { tile: {} }))
  expect(states()).toBe('missing')
  act(() => map.fire('sourcedata', { tile: { state: 'loading' } }))
  expect(states()).toBe('missing')
  act(() => map.fire('sourcedata', { tile: { state: 'loaded' } }))
  expect(states()).toBe('')
})

test('a zoom beyond a limit is noticed while the map moves', async () => {
  await showStates({ ends: false })
  act(() => map.jumpTo({ zoom: 18 }))
  expect(states()).toBe('beyond')
  act(() => map.jumpTo({ zoom: 17 }))
  expect(states()).toBe('')
})

test('satellite images come from this server and lie below everything else [map.70]', async () => {
  await showStates({ ends: false, satellite: true })
  expect(map.getLayer('satellite')?.type).toBe('raster')
  expect(map.sources.has('satellite')).toBe(true)
})

test('where the browser draws no map, a notice says what to do and the rest of the page works', async () => {
  await show(
    <OnMap on={map}>
      <MapView theme="light" covered={{ top: 0, right: 0, bottom: 0, left: 0 }} label="Flotta" />
    </OnMap>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('attiva l’accelerazione grafica')
  expect(screen.getByRole('region', { name: 'Flotta' })).toHaveTextContent('strade indicative')
})
