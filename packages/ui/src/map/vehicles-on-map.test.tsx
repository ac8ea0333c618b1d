// Vehicles on a map: a pointer names and selects them, a cluster zooms in or opens as a fan, and only what has changed is drawn again.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { OnMap, TestMap } from './testing-map.tsx'
import { Vehicles, type VehiclesProps } from './Vehicles.tsx'
import type { MapVehicle } from './vehicle-changes.ts'
import { ALL, FAN, ONE } from './vehicle-layers.ts'

let map: TestMap
beforeEach(() => {
  document.body.replaceChildren()
  map = new TestMap()
})
const vehicle = (id: number, more: Partial<MapVehicle> = {}): MapVehicle => ({
  id,
  label: `FL00${id}`,
  longitude: 10,
  latitude: 45,
  type: 'M',
  status: 1,
  ring: 0,
  heading: null,
  ...more,
})
const pin = (id: number, layer = 'vehicles-pin') => ({
  id,
  layer: { id: layer },
  geometry: { type: 'Point' as const, coordinates: [10, 45] },
})
const cluster = (count: number) => ({
  layer: { id: 'vehicles-cluster' },
  properties: { cluster_id: 1, point_count: count },
  geometry: { type: 'Point' as const, coordinates: [10, 45] },
})
async function vehicles(props: Partial<VehiclesProps> = {}) {
  const onSelect = vi.fn()
  const parts = (more: Partial<VehiclesProps>) => (
    <OnMap on={map}>
      <Vehicles
        vehicles={[vehicle(1), vehicle(2, { longitude: 11 })]}
        selected={null}
        focusZoom={14}
        onSelect={onSelect}
        popup={id => (id === 2 ? null : <b>Targa FL00{id}</b>)}
        {...props}
        {...more}
      />
    </OnMap>
  )
  const { change } = await showChanging(parts)
  return { onSelect, change }
}
/** Shows parts that a test changes afterwards. */
async function showChanging(parts: (more: Partial<VehiclesProps>) => ReactNode) {
  let set: (more: Partial<VehiclesProps>) => void = () => undefined
  function Changing() {
    const [more, setMore] = useState<Partial<VehiclesProps>>({})
    set = setMore
    return parts(more)
  }
  await show(<Changing />)
  return { change: (more: Partial<VehiclesProps>) => act(() => set(more)) }
}
const labels = (source: string) =>
  map
    .drawn(source)
    .flatMap(({ label }) => (typeof label === 'string' ? [label] : []))
    .sort()
const source = (id: string) => {
  const existing = map.sources.get(id)
  if (existing === undefined) throw new Error(`no source ${id}`)
  return existing
}

test('a click on a pin selects its vehicle, and the pointer over it shows its popup [map.35]', async () => {
  const { onSelect } = await vehicles()
  expect(labels(ALL)).toEqual(['FL001', 'FL002'])
  map.features = [pin(1)]
  act(() => map.point('mousemove'))
  expect(screen.getByText('Targa FL001')).toBeInTheDocument()
  expect(map.canvas.style.cursor).toBe('pointer')
  act(() => map.point('click'))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(1)
  act(() => map.point('mouseleave'))
  expect(screen.queryByText('Targa FL001')).not.toBeInTheDocument()
})

test('a vehicle without a text has no popup', async () => {
  await vehicles()
  map.features = [pin(2)]
  act(() => map.point('mousemove'))
  expect(document.querySelector('.flotta-popup')).toBeNull()
})

test('the selected vehicle lies in a source of its own, and others fade only beside a track', async () => {
  const { change } = await vehicles()
  expect(labels(ONE)).toEqual([])
  change({ selected: 2 })
  expect(labels(ONE)).toEqual(['FL002'])
  expect(map.container.dataset.dimmed).toBe('false')
  change({ selected: null })
  expect(labels(ONE)).toEqual([])
})

test('of many vehicles only the one that changed is drawn again', async () => {
  const all = [vehicle(1), vehicle(2), vehicle(3)]
  const { change } = await vehicles({ vehicles: all })
  change({ vehicles: [vehicle(1), vehicle(2, { status: 2, ring: 2 }), vehicle(3)] })
  expect(source(ALL).updates).toEqual([
    {
      add: [],
      remove: [],
      update: [
        {
          id: 2,
          addOrUpdateProperties: expect.arrayContaining([{ key: 'ring', value: 2 }]),
        },
      ],
    },
  ])
  change({ vehicles: [vehicle(1), vehicle(3)] })
  expect(source(ALL).updates.at(-1)).toEqual({ add: [], remove: [2], update: [] })
})

test('a vehicle that drives glides to its place, and jumps where a person wants less motion', async () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { change } = await vehicles({ vehicles: [vehicle(1), vehicle(2), vehicle(3)] })
  frames.length = 0
  const nextFrame = () =>
    act(async () => {
      for (const frame of frames.splice(0)) frame(now)
    })
  change({ vehicles: [vehicle(1, { longitude: 11 }), vehicle(2), vehicle(3)] })
  expect(source(ALL).updates).toEqual([])
  now += 450
  await nextFrame()
  expect(source(ALL).updates.at(-1)).toEqual({
    update: [{ id: 1, newGeometry: { type: 'Point', coordinates: [10.75, 45] } }],
  })
  now += 450
  await nextFrame()
  expect(source(ALL).updates.at(-1)).toEqual({
    update: [{ id: 1, newGeometry: { type: 'Point', coordinates: [11, 45] } }],
  })
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  change({ vehicles: [vehicle(1, { longitude: 12 }), vehicle(2), vehicle(3)] })
  expect(source(ALL).updates.at(-1)).toMatchObject({
    update: [{ id: 1, newGeometry: { type: 'Point', coordinates: [12, 45] } }],
  })
})

test('a cluster that splits is zoomed into', async () => {
  const { onSelect } = await vehicles()
  source(ALL).splitsAt = 9
  map.features = [cluster(12)]
  act(() => map.point('click'))
  await vi.waitFor(() => expect(map.zoom).toBe(9.3))
  expect(onSelect).not.toHaveBeenCalled()
})

test('vehicles at one spot open as a fan, the gravest first; a pin of it selects, and Esc closes it', async () => {
  const { onSelect } = await vehicles({
    vehicles: [vehicle(1), vehicle(2, { ring: 2 }), vehicle(3, { longitude: 12 })],
  })
  source(ALL).splitsAt = 20
  source(ALL).leaves = [1, 2, 3]
  map.features = [cluster(3)]
  act(() => map.point('click'))
  await vi.waitFor(() => expect(labels(FAN)).toEqual(['FL001', 'FL002']))
  expect(map.drawn(FAN).flatMap(({ label }) => label ?? [])[0]).toBe('FL002')
  map.features = [pin(2, 'vehicles-fan-pin'), pin(1)]
  act(() => map.point('click'))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(2)
  expect(labels(FAN)).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  expect(labels(FAN)).toEqual([])
})

test.each([
  ['a click elsewhere', () => map.point('click', [14, 40])],
  ['zooming', () => map.fire('zoomstart')],
])('%s closes a fan', async (_, leave) => {
  await vehicles({ vehicles: [vehicle(1), vehicle(2)] })
  source(ALL).splitsAt = 20
  source(ALL).leaves = [1, 2]
  map.features = [cluster(2)]
  act(() => map.point('click'))
  await vi.waitFor(() => expect(labels(FAN)).toHaveLength(2))
  map.features = []
  act(leave)
  expect(labels(FAN)).toEqual([])
})
