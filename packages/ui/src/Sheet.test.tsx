import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Sheet, type SheetHeight } from './Sheet.tsx'
import { show } from './testing.tsx'

/** happy-dom has no layout: every element is 800 px high, and so is the available height of the sheet. */
const ROOM = 800
// No pointer is down that could be captured.
beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined
  window.innerHeight = ROOM
})

/** Shows the sheet and returns its height. */
async function openSheet(first: SheetHeight, onClose?: () => void) {
  function Opened() {
    const [height, setHeight] = useState(first)
    return (
      <Sheet
        height={height}
        onHeight={setHeight}
        label="Mezzi"
        {...(onClose !== undefined && { onClose })}
      >
        <input aria-label="Cerca" />
      </Sheet>
    )
  }
  await show(<Opened />)
  return () => screen.getByRole('group', { name: 'Mezzi' }).dataset.height
}
const handle = () => screen.getByRole('button')
/** Drags the handle up by this many pixels. */
function draw(pixels: number) {
  fireEvent.pointerDown(handle(), { clientY: 500, pointerId: 1 })
  fireEvent.pointerMove(handle(), { clientY: 500 - pixels, pointerId: 1 })
  fireEvent.pointerUp(handle(), { clientY: 500 - pixels, pointerId: 1 })
}

test('a click on the handle moves the sheet to the next height, and from the full one back to the lowest', async () => {
  const height = await openSheet('peek')
  for (const next of ['half', 'full', 'peek']) {
    await userEvent.click(handle())
    expect(height()).toBe(next)
  }
})
test('arrows move the sheet by one height and stop at both ends', async () => {
  const height = await openSheet('half')
  handle().focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(height()).toBe('full')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(height()).toBe('peek')
})
test.each([
  ['a little', -100, 'full'],
  ['half of the way', -350, 'half'],
  ['nearly to the end', -690, 'peek'],
])('a sheet that is drawn down %s goes to the nearest height', async (_, pixels, nearest) => {
  const height = await openSheet('full')
  draw(pixels)
  expect(height()).toBe(nearest)
})
test('a sheet that can be closed is closed by a pull below its lowest height, and by Esc', async () => {
  const close = vi.fn()
  await openSheet('peek', close)
  draw(-760)
  expect(close).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(2)
})
test('Esc in a field of the sheet does not close the sheet', async () => {
  const close = vi.fn()
  await openSheet('half', close)
  await userEvent.type(screen.getByRole('textbox', { name: 'Cerca' }), 'FR{Escape}')
  expect(close).not.toHaveBeenCalled()
})
