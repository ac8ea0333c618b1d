import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { MomentInput } from './MomentInput.tsx'
import { show } from './testing.tsx'

/** Shows the field and returns its moment. */
async function momentField(first: string | null, bounds: { readonly earliest?: number } = {}) {
  let moment = first === null ? null : Date.parse(first)
  function Field() {
    const [value, setValue] = useState(moment)
    moment = value
    return (
      <MomentInput
        label="Inizio"
        value={value}
        onChange={setValue}
        zone="Europe/Rome"
        {...bounds}
      />
    )
  }
  await show(<Field />)
  return () => (moment === null ? null : new Date(moment).toISOString())
}
const field = (name: 'Ore' | 'Minuti') =>
  screen.getByRole('spinbutton', { name: new RegExp(`^Inizio: ${name}`) })
const typeInto = async (element: HTMLElement, text: string) => {
  await userEvent.clear(element)
  await userEvent.type(element, text)
}

test('a moment is shown by the clocks of its zone', async () => {
  await momentField('2026-07-01T06:30:00Z')
  expect([field('Ore'), field('Minuti')].map(f => (f as HTMLInputElement).value)).toEqual([
    '08',
    '30',
  ])
})
test('another time is another moment of the same day', async () => {
  const moment = await momentField('2026-01-15T08:00:00Z')
  await typeInto(field('Ore'), '23')
  await typeInto(field('Minuti'), '45')
  expect(moment()).toBe('2026-01-15T22:45:00.000Z')
})
test('a time without a day is no moment', async () => {
  const moment = await momentField(null)
  await typeInto(field('Ore'), '10')
  await typeInto(field('Minuti'), '15')
  expect(moment()).toBe(null)
})
test('the minute of the earliest moment counts from that moment on', async () => {
  const earliest = Date.parse('2026-01-15T09:10:40Z')
  const moment = await momentField('2026-01-15T10:10:00Z', { earliest })
  await typeInto(field('Ore'), '10')
  expect(moment()).toBe('2026-01-15T09:10:40.000Z')
})
test('a second click into the hours leaves them selected, so that what is typed replaces them', async () => {
  await momentField('2026-01-15T08:00:00Z')
  // With its default the browser places its caret between the digits.
  expect([field('Ore'), field('Minuti')].map(part => fireEvent.mouseUp(part))).toEqual([
    false,
    false,
  ])
})
