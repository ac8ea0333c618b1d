// Choosing a point on the map: by moving the map under the cross, by a press, and by keys alone.
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import type { Spot } from './circle.ts'
import { PointChooser, usePointSelection } from './point.tsx'
import { OnMap, TestMap } from './testing-map.tsx'

let fake: TestMap
beforeEach(() => {
  document.body.replaceChildren()
  fake = new TestMap()
})
const onChosen = vi.fn<(spot: Spot | null) => void>()

function Asking({ start }: { readonly start?: Spot }) {
  const { choose, isChoosing } = usePointSelection()
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
    <OnMap on={fake}>
      <Asking {...(start !== undefined && { start })} />
      <PointChooser drawable={drawable} />
    </OnMap>,
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
    act(() => fake.jumpTo({ center: { lng: 9.123_456_78, lat: 44.5 } }))
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
    expect(onChosen).toHaveBeenCalledExactlyOnceWith({ latitude: 44.7, longitude: 5.21 })
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
