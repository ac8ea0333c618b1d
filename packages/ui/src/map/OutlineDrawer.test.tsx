// Drawing a line or a ring on the map: by presses and handles, and by keys alone.
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { OutlineDrawer, useDrawing } from './OutlineDrawer.tsx'
import type { DrawingWish, DrawnPoint } from './stage.tsx'
import { OnMap, TestMap } from './testing-map.tsx'

let map: TestMap
beforeEach(() => {
  document.body.replaceChildren()
  map = new TestMap()
})
const onDrawn = vi.fn<(points: readonly DrawnPoint[] | null) => void>()
const ring: DrawingWish = {
  points: [],
  isRing: true,
  least: 3,
  most: 5,
  outlineOf: points => points,
  faultOf: points => (points.length === 4 ? { text: 'Il bordo si incrocia', at: [10, 45] } : null),
}
function Asking({ wish }: { readonly wish: DrawingWish }) {
  const { draw, isDrawing } = useDrawing()
  return (
    <button type="button" aria-pressed={isDrawing} onClick={() => void draw(wish).then(onDrawn)}>
      Disegna
    </button>
  )
}
async function drawing(wish: Partial<DrawingWish> = {}, drawable = true) {
  onDrawn.mockClear()
  await show(
    <OnMap on={map}>
      <Asking wish={{ ...ring, ...wish }} />
      <OutlineDrawer drawable={drawable} />
    </OnMap>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Disegna' }))
}
const tools = () => within(screen.getByRole('region', { name: 'Disegno sulla mappa' }))
const button = (name: string) => tools().getByRole('button', { name })
/** A press on the map at a place in degrees. */
const press = (longitude: number, latitude: number) => {
  const { x, y } = map.project([longitude, latitude])
  fireEvent.mouseDown(map.canvas, { clientX: x, clientY: y })
  fireEvent.click(map.canvas, { clientX: x, clientY: y })
}
const points = () => tools().getByRole('status').textContent
const parts = () => map.drawn('drawing').map(({ part }) => part)

const corners = [
  [9, 45],
  [11, 45],
  [10, 46],
] as const

test('each press adds a point, and a ring ends once it has enough of them and no fault', async () => {
  await drawing()
  expect(points()).toBe('0 punti')
  press(9, 45)
  press(11, 45)
  expect(points()).toBe('2 punti')
  expect(button('Fine')).toBeDisabled()
  expect(parts()).toEqual(['line'])
  press(10, 46)
  expect(parts()).toEqual(['outline', 'line'])
  press(10, 44)
  expect(tools().getByRole('alert')).toHaveTextContent('Il bordo si incrocia')
  expect(parts()).toEqual(['outline', 'line', 'fault'])
  expect(button('Fine')).toBeDisabled()
  await userEvent.click(button('Annulla ultimo'))
  expect(tools().queryByRole('alert')).not.toBeInTheDocument()
  await userEvent.click(button('Fine'))
  expect(onDrawn.mock.calls).toEqual([[corners]])
  expect(map.getLayer('drawing-line')).toBeUndefined()
  expect(screen.getByRole('button', { name: 'Disegna', pressed: false })).toHaveFocus()
})

test('a drag of the map and a press on a handle add no point', async () => {
  await drawing({ points: corners })
  fireEvent.mouseDown(map.canvas, { clientX: 10, clientY: 10 })
  fireEvent.click(map.canvas, { clientX: 60, clientY: 10 })
  await userEvent.click(screen.getByRole('button', { name: 'Punto 1' }))
  expect(points()).toBe('3 punti')
})

test('by keys alone: Enter adds the point under the cross, arrows move it, Delete removes it', async () => {
  await drawing({ isRing: false, least: 2 })
  expect(map.canvas).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  act(() => map.jumpTo({ center: [11, 45] }))
  await userEvent.keyboard('{Enter}')
  act(() => map.jumpTo({ center: [12, 45] }))
  await userEvent.click(button('Punto qui'))
  act(() => screen.getByRole('button', { name: 'Punto 2' }).focus())
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowLeft}{/Shift}')
  act(() => screen.getByRole('button', { name: 'Punto 3' }).focus())
  await userEvent.keyboard('{Delete}')
  expect(map.canvas).toHaveFocus()
  await userEvent.click(button('Fine'))
  const [line] = onDrawn.mock.lastCall ?? []
  expect(line).toEqual([
    [10, 45],
    [10.68, 45.04],
  ])
})

test('a handle between two points inserts one there, until there are as many as allowed', async () => {
  await drawing({ points: corners, most: 4, faultOf: () => null })
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi un punto tra 3 e 1' }))
  expect(points()).toBe('4 punti')
  expect(screen.queryByRole('button', { name: /Aggiungi un punto/ })).not.toBeInTheDocument()
  press(13, 45)
  expect(points()).toBe('4 punti')
  await userEvent.click(button('Fine'))
  expect(onDrawn).toHaveBeenCalledExactlyOnceWith([...corners, [9.5, 45.5]])
})

test('a point that is selected is removed by its button', async () => {
  await drawing({ points: corners })
  expect(button('Togli il punto')).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Punto 2' }))
  await userEvent.click(button('Togli il punto'))
  expect(points()).toBe('2 punti')
  expect(button('Togli il punto')).toBeDisabled()
})

test.each([
  ['the points of before', { points: corners }, { lng: 10, lat: expect.closeTo(45.5, 1) }],
  [
    'the start where there are none',
    { start: { latitude: 41.9, longitude: 12.5 } },
    { lng: 12.5, lat: 41.9 },
  ],
])('the map shows %s', async (_, wish, center) => {
  await drawing(wish)
  expect(map.getCenter()).toEqual(center)
})

test.each([
  ['Annulla', () => userEvent.click(button('Annulla'))],
  ['Esc', () => userEvent.keyboard('{Escape}')],
])('%s gives the drawing up', async (_, giveUp) => {
  await drawing({ points: corners })
  await giveUp()
  expect(onDrawn.mock.calls).toEqual([[null]])
})

test('where no map can be drawn, the question ends at once', async () => {
  await drawing({}, false)
  await vi.waitFor(() => expect(onDrawn.mock.calls).toEqual([[null]]))
})
