// A moment that is pointed at in one place is shown in the others.
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CursorLine, momentAtX } from './chart/CursorLine.tsx'
import { Cursor, SharedCursor } from './cursor.ts'

const HOUR = 3_600_000
const from = new Date(2026, 2, 1, 8).getTime()
const data = { period: { from, to: from + 10 * HOUR }, series: [] }
const area = { left: 50, right: 1_050, top: 0, bottom: 200 }

test('the line shows the moment at which another chart points, with its time, and none for its own [services.70]', () => {
  const cursor = new Cursor()
  const { container } = render(
    <SharedCursor value={cursor}>
      <CursorLine data={data} area={area} source="chart" />
    </SharedCursor>,
  )
  act(() => cursor.point(from + 5 * HOUR, 'track'))
  expect(screen.getByText('13:00')).toBeInTheDocument()
  expect(container.querySelector('div')).toHaveStyle({ left: '550px' })
  act(() => cursor.point(from + 5 * HOUR, 'chart'))
  expect(container).toBeEmptyDOMElement()
  act(() => cursor.point(from + 11 * HOUR, 'track'))
  expect(container).toBeEmptyDOMElement()
  // A source that does not point ends nothing.
  act(() => cursor.point(from, 'track'))
  act(() => cursor.point(null, 'chart'))
  expect(screen.getByText('08:00')).toBeInTheDocument()
  act(() => cursor.point(null, 'track'))
  expect(container).toBeEmptyDOMElement()
})
test('a position in the picture is a moment only within its area', () => {
  expect(momentAtX(550, data, area)).toBe(from + 5 * HOUR)
  expect([momentAtX(49, data, area), momentAtX(1_051, data, area)]).toEqual([null, null])
})
