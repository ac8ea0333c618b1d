// Zooming into a part of a period: by keys, wheel, drag, two fingers; and back.
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ZoomAnnouncement } from './parts.tsx'
import type { Stretch } from './stretch.ts'
import { useZoom } from './useZoom.ts'

const DAY = 86_400_000
const focusable = { role: 'group', 'aria-label': 'chart', tabIndex: 0 }
function ZoomableChart({
  whole = { from: 0, to: DAY },
  onZoom,
}: {
  readonly whole?: Stretch | null
  readonly onZoom: (part: Stretch | null) => void
}) {
  const zoom = useZoom(whole, onZoom)
  return (
    <>
      <div ref={zoom.ref} {...focusable} />
      <button type="button" onClick={zoom.nearer}>
        nearer
      </button>
      <button type="button" onClick={zoom.reset}>
        all
      </button>
    </>
  )
}
function showChart(whole?: Stretch | null) {
  const onZoom = vi.fn()
  const { rerender } = render(
    <ZoomableChart {...(whole !== undefined && { whole })} onZoom={onZoom} />,
  )
  const chart = screen.getByRole('group', { name: 'chart' })
  Object.assign(chart, { setPointerCapture: () => undefined, hasPointerCapture: () => true })
  vi.spyOn(chart, 'clientWidth', 'get').mockReturnValue(1_000)
  return {
    chart,
    seen: () => onZoom.mock.lastCall?.[0] ?? null,
    times: () => onZoom.mock.calls.length,
    change: (next: Stretch) => rerender(<ZoomableChart whole={next} onZoom={onZoom} />),
  }
}
const part = (from: number, to: number) => ({ from: from * DAY, to: to * DAY })

test('keys zoom, move and show the whole period again [services.36]', async () => {
  const { chart, seen } = showChart()
  act(() => chart.focus())
  await userEvent.keyboard('+')
  expect(seen()).toEqual(part(0.25, 0.75))
  await userEvent.keyboard('{ArrowRight}')
  expect(seen()).toEqual(part(0.375, 0.875))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(seen()).toEqual(part(0, 0.5))
  await userEvent.keyboard('-')
  expect(seen()).toBeNull()
  await userEvent.keyboard('++0')
  expect(seen()).toBeNull()
})
test('a wheel scrolls the page until a person has chosen the chart', () => {
  const { chart, seen, times } = showChart()
  expect(fireEvent.wheel(chart, { deltaY: -100, clientX: 500 })).toBe(true)
  expect(times()).toBe(0)
  expect(fireEvent.wheel(chart, { deltaY: -100, clientX: 500, ctrlKey: true })).toBe(false)
  act(() => chart.focus())
  const before = seen()
  expect(fireEvent.wheel(chart, { deltaY: -100, clientX: 500 })).toBe(false)
  expect(seen().to - seen().from).toBeLessThan(before.to - before.from)
})
test('a drag moves the chart only while it is zoomed', async () => {
  const { chart, seen, times } = showChart()
  fireEvent.pointerDown(chart, { pointerId: 1, clientX: 500, button: 0 })
  fireEvent.pointerMove(chart, { pointerId: 1, clientX: 400 })
  fireEvent.pointerUp(chart, { pointerId: 1 })
  expect(times()).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'nearer' }))
  fireEvent.pointerDown(chart, { pointerId: 1, clientX: 500, button: 0 })
  fireEvent.pointerMove(chart, { pointerId: 1, clientX: 400 })
  expect(seen()).toEqual(part(0.3, 0.8))
  fireEvent.pointerUp(chart, { pointerId: 1 })
  fireEvent.pointerMove(chart, { pointerId: 1, clientX: 0 })
  expect(seen()).toEqual(part(0.3, 0.8))
})
test('the mouse marks a part of a chart that is shown whole, and a press marks none [services.72]', () => {
  const { chart, seen, times } = showChart()
  const mouse = { pointerId: 1, pointerType: 'mouse', button: 0 }
  fireEvent.pointerDown(chart, { ...mouse, clientX: 500 })
  fireEvent.pointerMove(chart, { ...mouse, clientX: 504 })
  fireEvent.pointerUp(chart, { ...mouse, clientX: 504 })
  expect(times()).toBe(0)
  fireEvent.pointerDown(chart, { ...mouse, clientX: 750 })
  fireEvent.pointerMove(chart, { ...mouse, clientX: 300 })
  fireEvent.pointerUp(chart, { ...mouse, clientX: 250 })
  expect(seen()).toEqual(part(0.25, 0.75))
  // A visible part is dragged, and marked only with Shift.
  fireEvent.pointerDown(chart, { ...mouse, clientX: 500 })
  fireEvent.pointerMove(chart, { ...mouse, clientX: 400 })
  fireEvent.pointerUp(chart, { ...mouse, clientX: 400 })
  expect(seen()).toEqual(part(0.3, 0.8))
  fireEvent.pointerDown(chart, { ...mouse, shiftKey: true, clientX: 0 })
  fireEvent.pointerUp(chart, { ...mouse, clientX: 200 })
  expect(seen()).toEqual(part(0.3, 0.4))
})
test('moving two fingers apart zooms in', () => {
  const { chart, seen } = showChart()
  fireEvent.pointerDown(chart, { pointerId: 1, clientX: 400, button: 0 })
  fireEvent.pointerDown(chart, { pointerId: 2, clientX: 600, button: 0 })
  fireEvent.pointerMove(chart, { pointerId: 2, clientX: 800 })
  expect(seen().to - seen().from).toBe(DAY / 2)
})
test('a new period is shown whole, and a period that has only grown keeps the visible part', async () => {
  const { seen, change } = showChart()
  await userEvent.click(screen.getByRole('button', { name: 'nearer' }))
  change({ from: 0, to: DAY + 1_000 })
  expect(seen()).toEqual(part(0.25, 0.75))
  change({ from: 2 * DAY, to: 3 * DAY })
  expect(seen()).toBeNull()
})
test('a chart without a period cannot be zoomed', async () => {
  const { times } = showChart(null)
  await userEvent.click(screen.getByRole('button', { name: 'nearer' }))
  expect(times()).toBe(0)
})
test('the visible part is announced when zooming has stopped, in a region that was there before, and so is the return to the whole period', async () => {
  vi.useFakeTimers()
  const at = (hour: number) => new Date(2026, 2, 1, hour).getTime()
  const { rerender } = render(<ZoomAnnouncement part={null} />)
  const place = screen.getByRole('status')
  const rest = () => act(() => vi.advanceTimersByTime(500))
  for (const to of [20, 16, 12]) rerender(<ZoomAnnouncement part={{ from: at(8), to: at(to) }} />)
  expect(place).toBeEmptyDOMElement()
  rest()
  expect(place).toHaveTextContent('01/03/2026 08:00 – 01/03/2026 12:00')
  rerender(<ZoomAnnouncement part={null} />)
  rest()
  expect(place).toHaveTextContent('Tutto il periodo')
  vi.useRealTimers()
})
