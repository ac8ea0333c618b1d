import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { HoursInput } from './HoursInput.tsx'
import { type Span, spansOf } from './hours.ts'
import { show } from './testing.tsx'

const usual = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

/** Shows the field and returns its value. */
async function hoursField(first: readonly Span[], error?: string) {
  let spans = first
  function Field() {
    const [value, setValue] = useState(first)
    spans = value
    return <HoursInput value={value} error={error} usual={usual} onChange={setValue} />
  }
  await show(<Field />)
  return () => spans.map(({ days, from, to }) => ({ days, from, to }))
}
const span = (number: number) => within(screen.getByRole('group', { name: `Orario ${number}` }))

test('an added span begins with the usual hours, and has a number of its own', async () => {
  const spans = await hoursField([])
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi un orario' }))
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi un orario' }))
  expect(spans()).toEqual([usual, usual])
  expect(screen.getAllByRole('group', { name: /^Orario \d$/ })).toHaveLength(2)
})
test('days are pressed in any order and kept in the order of the week', async () => {
  const spans = await hoursField(spansOf([{ days: [5], from: '08:00', to: '18:00' }]))
  await userEvent.click(span(1).getByRole('checkbox', { name: 'martedì' }))
  expect(spans()[0]?.days).toEqual([2, 5])
  await userEvent.click(span(1).getByRole('checkbox', { name: 'venerdì' }))
  expect(spans()[0]?.days).toEqual([2])
})
test('midnight at the end of a day is 24:00, and shows as 00:00', async () => {
  const spans = await hoursField(spansOf([{ days: [6], from: '20:00', to: '24:00' }]))
  const hours = span(1).getByRole('spinbutton', { name: 'Alle: Ore' })
  expect(hours).toHaveValue('00')
  await userEvent.clear(hours)
  await userEvent.type(hours, '22')
  expect(spans()[0]?.to).toBe('22:00')
  await userEvent.clear(hours)
  await userEvent.type(hours, '00')
  expect(spans()[0]?.to).toBe('24:00')
})
test('removing a span leaves the other spans unchanged', async () => {
  const early = { days: [1], from: '05:00', to: '09:00' }
  const late = { days: [7], from: '20:00', to: '23:00' }
  const spans = await hoursField(spansOf([early, late]))
  await userEvent.click(screen.getByRole('button', { name: 'Togli l’orario 1' }))
  expect(spans()).toEqual([late])
})
test('with fourteen spans there is no button for another, and an error is shown', async () => {
  await hoursField(spansOf(Array.from({ length: 14 }, () => usual)), 'Gli orari si sovrappongono')
  expect(screen.queryByRole('button', { name: 'Aggiungi un orario' })).toBeNull()
  expect(screen.getByRole('alert')).toHaveTextContent('Gli orari si sovrappongono')
})
