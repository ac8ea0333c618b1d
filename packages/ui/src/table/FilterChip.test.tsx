import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing.tsx'
import { FilterChip } from './FilterChip.tsx'

const choices = [
  { value: 'T', label: 'Trattore', count: '4' },
  { value: 'V', label: 'Furgone', count: '7' },
  { value: 'M', label: 'Motrice' },
] as const
type Type = (typeof choices)[number]['value']

/** Shows the chip and returns the values that it filters by. */
async function typeFilter(first: readonly Type[]) {
  let types = first
  function Filter() {
    const [chosen, setChosen] = useState(first)
    types = chosen
    return <FilterChip label="Tipo" choices={choices} chosen={chosen} onChange={setChosen} />
  }
  await show(<Filter />)
  return () => types
}

test.each([
  ['nothing', [], 'Tipo'],
  ['one value by its name', ['V'], 'Tipo: Furgone'],
  ['two by their names', ['T', 'V'], 'Tipo: Trattore, Furgone'],
  ['more by their number', ['T', 'V', 'M'], 'Tipo: 3'],
] as const)('the chip names the values of its filter: %s', async (_, types, text) => {
  await typeFilter(types)
  expect(screen.getByRole('button', { name: text })).toBeVisible()
})
test('values are chosen in any order and kept in the order of the list, each with its count', async () => {
  const types = await typeFilter(['M'])
  await userEvent.click(screen.getByRole('button', { name: 'Tipo: Motrice' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Trattore4' }))
  expect(types()).toEqual(['T', 'M'])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Motrice' }))
  expect(types()).toEqual(['T'])
})
test('the cross clears the filter, and the focus stays at the chip', async () => {
  const types = await typeFilter(['V'])
  await userEvent.click(screen.getByRole('button', { name: 'Togli il filtro Tipo' }))
  expect(types()).toEqual([])
  expect(screen.getByRole('button', { name: 'Tipo' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Togli il filtro Tipo' })).toBeNull()
})
