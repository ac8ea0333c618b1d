// Vehicles of the past above the map: which one a pointer finds, which lies on top, and what is written beside it.
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { type PlayedPin, PlayedPins, type PlayedPinsProps } from './PlayedPins.tsx'
import { OnMap, TestMap } from './testing-map.tsx'

let map: TestMap
/** The texts that were written, and how far along each pin lies, in the order of drawing. */
let texts: string[]
let order: number[]
beforeEach(() => {
  document.body.replaceChildren()
  map = new TestMap()
  texts = []
  order = []
  const pen = new Proxy<Record<string, unknown>>(
    {
      canvas: { width: 44 },
      fillText: (text: string) => void texts.push(text),
      drawImage: (_: unknown, x: number, _y: number, size: number) =>
        void order.push(Math.round(x + size / 2)),
    },
    { get: (own, name: string) => own[name] ?? (() => undefined), set: () => true },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => {
    queueMicrotask(() => draw(0))
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.stubGlobal('Path2D', class {})
})
const pin = (id: number, longitude: number, more: Partial<PlayedPin> = {}): PlayedPin => ({
  id,
  longitude,
  latitude: 45,
  label: `FL00${id}`,
  type: 'M',
  status: 1,
  ring: 0,
  heading: null,
  ...more,
})
async function played(props: Partial<PlayedPinsProps> = {}) {
  const onSelect = vi.fn()
  const onMoment = () => () => undefined
  await show(
    <OnMap on={map}>
      <PlayedPins
        pinsNow={() => [pin(1, 10, { ring: 2 }), pin(2, 11), pin(3, 60)]}
        onMoment={onMoment}
        selected={null}
        onSelect={onSelect}
        popup={id => `Targa ${id}`}
        {...props}
      />
    </OnMap>,
  )
  await vi.waitFor(() => expect(order).not.toEqual([]))
  return onSelect
}

test('a click near a vehicle selects it, and one farther away none', async () => {
  const onSelect = await played()
  act(() => map.point('click', [10.1, 45.1]))
  act(() => map.point('click', [10.5, 45]))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(1)
})

test('the pointer names the vehicle below it until it leaves the map', async () => {
  await played()
  act(() => map.point('mousemove', [11, 45]))
  expect(screen.getByText('Targa 2')).toBeInTheDocument()
  expect(map.canvas.style.cursor).toBe('pointer')
  act(() => map.point('mousemove', [11.5, 45]))
  expect(map.canvas.style.cursor).toBe('')
  act(() => map.point('mousemove', [11, 45]))
  act(() => map.fire('mouseout'))
  expect(screen.queryByText('Targa 2')).not.toBeInTheDocument()
})

test('alarms lie above the others and the selected vehicle above all, with its plate', async () => {
  await played({ selected: 2 })
  expect(order.slice(-2)).toEqual([600, 700])
  expect(texts).toEqual(['FL002'])
})

test('from near every vehicle has its plate, and one that drives its beak', async () => {
  map.zoom = 12
  await played({ pinsNow: () => [pin(1, 10, { heading: 90 }), pin(2, 11)] })
  expect(texts.slice(-2)).toEqual(['FL001', 'FL002'])
})
