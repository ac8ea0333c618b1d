// Hubs and points of interest on a map: which one a pointer names and selects, how the selected one is resized, and what the layers show.
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { Areas, type AreasProps } from './Areas.tsx'
import type { MapArea } from './area-layers.ts'
import { OnMap, TestMap } from './testing-map.tsx'

let map: TestMap
beforeEach(() => {
  document.body.replaceChildren()
  map = new TestMap()
})
const port: MapArea = {
  id: 3,
  name: 'Interporto',
  color: '#2e51bb',
  longitude: 10,
  latitude: 45,
  radius: 200,
}
const yard: MapArea = { ...port, id: 4, name: 'Deposito', longitude: 11, radius: 30 }
const under = (id: number, part = 'fill', kind = 'hub', radius = 200) => ({
  layer: { id: `areas-${kind}-${part}` },
  properties: { id, radius },
})
async function areas(props: Partial<AreasProps> = {}) {
  const onSelect = vi.fn()
  const parts = (more: Partial<AreasProps>) => (
    <OnMap on={map}>
      <Areas
        kind="hub"
        areas={[port, yard]}
        selected={null}
        onSelect={onSelect}
        {...props}
        {...more}
      />
    </OnMap>
  )
  await show(parts({}))
  return { onSelect }
}
const namesOf = (source: string) => [...new Set(map.drawn(source).map(({ name }) => name))]

test('a click selects the smallest circle below it, or the mark above all circles [areas.14, map.37]', async () => {
  const { onSelect } = await areas()
  expect(namesOf('areas-hub')).toEqual(['Interporto', 'Deposito'])
  map.features = [under(3), under(4, 'fill', 'hub', 30)]
  act(() => map.point('click'))
  map.features = [under(4, 'fill', 'hub', 30), under(3, 'badge')]
  act(() => map.point('click'))
  expect(onSelect.mock.calls).toEqual([[4], [3]])
})

test('a click on a vehicle, on an area of the other kind and on the bare map selects none', async () => {
  const { onSelect } = await areas()
  map.addLayer({ id: 'vehicles-pin', type: 'symbol', source: 'vehicles' })
  map.addLayer({ id: 'areas-poi-fill', type: 'fill', source: 'areas-poi' })
  for (const features of [
    [{ layer: { id: 'vehicles-pin' } }, under(3)],
    [under(7, 'fill', 'poi', 10), under(3)],
    [],
  ]) {
    map.features = features
    act(() => map.point('click'))
  }
  expect(onSelect).not.toHaveBeenCalled()
})

test('the pointer over a circle names it with its radius, and leaves it again', async () => {
  await areas()
  map.features = [under(3)]
  act(() => map.point('mousemove'))
  expect(screen.getByText('Interporto').closest('.flotta-popup')).toHaveTextContent('200 m')
  expect(map.canvas.style.cursor).toBe('pointer')
  act(() => map.point('mouseleave'))
  expect(screen.queryByText('Interporto')).not.toBeInTheDocument()
  expect(map.canvas.style.cursor).toBe('')
})

test('an outline that is no circle is named without a radius', async () => {
  const ring = [
    [9, 44],
    [11, 44],
    [10, 46],
    [9, 44],
  ] as const
  await areas({ areas: [{ ...port, ring }] })
  map.features = [under(3)]
  act(() => map.point('mousemove'))
  expect(screen.getByText('Interporto').closest('.flotta-popup')).not.toHaveTextContent('m')
})

test('the selected area is drawn alone above the others and has no popup', async () => {
  await areas({ selected: 3 })
  expect(namesOf('areas-hub-chosen')).toEqual(['Interporto'])
  map.features = [under(3, 'chosen-fill')]
  act(() => map.point('mousemove'))
  expect(document.querySelector('.flotta-popup')).toBeNull()
  expect(screen.queryByRole('slider')).not.toBeInTheDocument()
})

test('the edge of the selected circle is dragged, and the new radius reported once', async () => {
  const onResize = vi.fn(() => new Promise(() => undefined))
  await areas({ selected: 3, onResize })
  map.features = [{ layer: { id: 'areas-hub-edge' } }]
  act(() => map.point('mousemove'))
  expect(map.canvas.style.cursor).toBe('move')
  const preventDefault = vi.fn()
  act(() => map.point('mousedown', [10, 45], { preventDefault }))
  expect(preventDefault).toHaveBeenCalled()
  const { x, y } = map.project([10.005, 45])
  fireEvent(window, new MouseEvent('pointermove', { clientX: x, clientY: y }))
  fireEvent(window, new MouseEvent('pointerup', { clientX: x, clientY: y }))
  expect(onResize).toHaveBeenCalledExactlyOnceWith(3, 393)
  expect(map.drawn('areas-hub-chosen')[0]?.radius).toBe(393)
})

test('the handle changes the radius by keys, and a refused radius goes back to the stored one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onResize = vi.fn(() => Promise.reject(new Error('refused')))
  await areas({ selected: 3, onResize })
  const handle = screen.getByRole('slider', { name: 'Raggio di Interporto' })
  act(() => handle.focus())
  fireEvent.change(handle, { target: { value: '210' } })
  expect(handle).toHaveAttribute('aria-valuetext', '210\u00a0m')
  expect(map.drawn('areas-hub-chosen')[0]?.radius).toBe(210)
  fireEvent.blur(handle)
  await act(async () => void vi.runAllTimers())
  expect(onResize).toHaveBeenCalledExactlyOnceWith(3, 210)
  await vi.waitFor(() => expect(map.drawn('areas-hub-chosen')[0]?.radius).toBe(200))
})

test('Esc ends a change of the radius, and nothing is reported', async () => {
  const onResize = vi.fn()
  await areas({ selected: 3, onResize })
  const handle = screen.getByRole('slider')
  act(() => handle.focus())
  fireEvent.change(handle, { target: { value: '210' } })
  await userEvent.keyboard('{Escape}')
  expect(map.drawn('areas-hub-chosen')[0]?.radius).toBe(200)
  expect(onResize).not.toHaveBeenCalled()
})
