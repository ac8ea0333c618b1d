// Parts of the global map: the pins with what their popups say, the notice that all vehicles are out of sight, and the edge of the panel.
import { OnMap, TestMap } from '@flotta/ui/map/testing-map.tsx'
import { answering, show, showAt, signIn } from '@flotta/ui/testing.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reverse } from '../../../places/geocoding/contract.ts'
import type { Pin } from '../contract.ts'
import { OutOfSight } from './OutOfSight.tsx'
import { PinsLayer } from './PinsLayer.tsx'
import { Resizer } from './Resizer.tsx'
import { ago, truck } from './testing.ts'

let map: TestMap
beforeEach(() => {
  signIn()
  document.body.replaceChildren()
  map = new TestMap()
})
const pin = (some: Partial<Pin> = {}): Pin => ({
  ...truck,
  id: 1,
  vehicle_id: 1,
  plate: 'AA 100',
  longitude: 10,
  latitude: 45,
  message_datetime: ago(3),
  active_agreements: [2],
  ...some,
})
const plates = (source: string) => map.drawn(source).flatMap(({ label }) => label ?? [])

test.each<[string, Partial<Pin>, string]>([
  ['drives, with its speed', { motion: 'moving', speed: 84 }, 'AA 10084 km/h3 min fa'],
  [
    'stands with its engine on',
    { moving: false, motion: 'idling' },
    'AA 100Fermo a motore acceso3 min fa',
  ],
  ['stands', { moving: false, motion: 'parked' }, 'AA 100In sosta3 min fa'],
  [
    'was never heard of',
    { moving: false, motion: 'parked', message_datetime: undefined },
    'AA 100In sostaMai visto',
  ],
])('the popup of a vehicle says that it %s', async (_, some, text) => {
  await show(
    <OnMap on={map}>
      <PinsLayer
        pins={[pin(some)]}
        selected={undefined}
        focusZoom={14}
        onSelect={() => undefined}
      />
    </OnMap>,
  )
  map.features = [
    {
      id: 1,
      layer: { id: 'vehicles-pin' },
      geometry: { type: 'Point', coordinates: [10, 45] },
    },
  ]
  act(() => map.point('mousemove'))
  const popup = screen.getByText('AA 100').parentElement
  expect(popup?.textContent?.replaceAll('\u00a0', ' ')).toBe(text)
})

test('the popup has an address where the company has agreed on addresses [places.33, places.34]', async () => {
  const { requests } = await show(
    <OnMap on={map}>
      <PinsLayer
        pins={[pin({ active_agreements: [2, 25] })]}
        selected={undefined}
        focusZoom={14}
        onSelect={() => undefined}
      />
    </OnMap>,
    answering(reverse, []),
  )
  expect(requests).toEqual([])
  map.features = [
    {
      id: 1,
      layer: { id: 'vehicles-pin' },
      geometry: { type: 'Point', coordinates: [10, 45] },
    },
  ]
  act(() => map.point('mousemove'))
  await vi.waitFor(() => expect(requests.some(({ path }) => path.includes('45'))).toBe(true))
})

test('a vehicle without a position has no pin, and the selected one is shown though the filter hides it', async () => {
  const filteredPin = pin({ id: 2, vehicle_id: 2, plate: 'BB 200' })
  await show(
    <OnMap on={map}>
      <PinsLayer
        pins={[pin(), pin({ id: 3, plate: 'CC 300', longitude: undefined, latitude: undefined })]}
        selected={filteredPin}
        focusZoom={14}
        onSelect={() => undefined}
      />
    </OnMap>,
  )
  expect(plates('vehicles')).toEqual(['AA 100', 'BB 200'])
})

test('when every vehicle is out of sight a notice counts them and shows them at a click', async () => {
  const onShow = vi.fn()
  await show(
    <OnMap on={map}>
      <OutOfSight
        pins={[
          pin({ longitude: 60 }),
          pin({ id: 2, longitude: 61 }),
          pin({ id: 3, longitude: undefined }),
        ]}
        onShow={onShow}
      />
    </OnMap>,
  )
  act(() => map.fire('moveend'))
  expect(screen.getByRole('status')).toHaveTextContent('2 mezzi fuori dalla vista')
  await userEvent.click(screen.getByRole('button', { name: 'Mostra' }))
  expect(onShow).toHaveBeenCalledOnce()
  act(() => {
    map.jumpTo({ center: [60, 45] })
    map.fire('moveend')
  })
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

async function resizer() {
  const onWidth = vi.fn()
  await showAt('/', <Resizer width={400} least={320} most={500} onWidth={onWidth} />)
  const edge = screen.getByRole('separator')
  edge.setPointerCapture = () => undefined
  return { edge, onWidth }
}

test('the edge of the panel is moved by the arrow keys and by dragging, within its limits', async () => {
  const { edge, onWidth } = await resizer()
  fireEvent.keyDown(edge, { key: 'ArrowLeft' })
  fireEvent.keyDown(edge, { key: 'ArrowRight' })
  fireEvent.keyDown(edge, { key: 'a' })
  fireEvent.pointerMove(edge, { clientX: 500 })
  fireEvent.pointerDown(edge, { clientX: 600 })
  fireEvent.pointerMove(edge, { clientX: 550 })
  fireEvent.pointerMove(edge, { clientX: 100 })
  fireEvent.pointerMove(edge, { clientX: 900 })
  fireEvent.pointerUp(edge)
  fireEvent.pointerMove(edge, { clientX: 500 })
  expect(onWidth.mock.calls).toEqual([[424], [376], [450], [500], [320]])
})

test('a drag that the browser takes away ends, so that a pointer passing later moves nothing', async () => {
  const { edge, onWidth } = await resizer()
  fireEvent.pointerDown(edge, { clientX: 600 })
  fireEvent.pointerCancel(edge)
  fireEvent.pointerMove(edge, { clientX: 550 })
  expect(onWidth).not.toHaveBeenCalled()
})
