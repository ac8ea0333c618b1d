import { preference } from '@flotta/ui/preferences.ts'
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets as fleetsResource } from '../../fleets/contract.ts'
import { search } from '../contract.ts'
import { SearchBox } from './SearchBox.tsx'

const found = {
  vehicles: {
    data: [
      { id: 3, color: null, plate: 'FR123KL', serial: '352', vehicle_type: 'T' as const },
      { id: 4, color: null, plate: 'FR900ZZ', serial: null, vehicle_type: 'V' as const },
    ],
  },
  fleets: { data: [{ id: 7, color: '#2e51bb', code: 'FRIGO', description: 'Catena del freddo' }] },
}
const nothing = { vehicles: { data: [] }, fleets: { data: [] } }
const fleets = answering(fleetsResource.all, [
  { id: 7, code: 'FRIGO', description: 'Catena del freddo', color: '#2e51bb' },
  { id: 8, code: 'NORD', description: 'Nord', color: '#13B176' },
])
const box = () => screen.getByRole('combobox', { name: 'Ricerca' })

beforeEach(signIn)

test('Ctrl-K and / lead to the box; below two characters nothing is asked', async () => {
  const { asked } = await show(<SearchBox />, fleets, answering(search, found))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(box()).toHaveFocus()
  await userEvent.type(box(), 'f')
  expect(await screen.findByText('Scrivi almeno 2 caratteri')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}{Escape}')
  expect(box()).not.toHaveFocus()
  await userEvent.keyboard('/')
  expect(box()).toHaveFocus()
  expect(box()).toHaveValue('')
  expect(asked.filter(q => q.path === '/search')).toEqual([])
})
test('a vehicle is chosen by keyboard and shown on the map', async () => {
  const shown = await show(<SearchBox />, fleets, answering(search, found))
  await userEvent.type(box(), 'fr')
  expect(await screen.findByRole('option', { name: /FR123KL/ })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(shown.address()).toBe('/global-map?v=4'))
  expect(box()).toHaveValue('')
})
test('enter takes the first when none was chosen', async () => {
  const shown = await show(<SearchBox />, fleets, answering(search, found))
  await userEvent.type(box(), 'fr')
  await screen.findByRole('option', { name: /FR123KL/ })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shown.address()).toBe('/global-map?v=3'))
})
test('a fleet becomes the filter', async () => {
  const shown = await show(<SearchBox />, fleets, answering(search, found))
  await userEvent.type(box(), 'fri')
  await userEvent.click(await screen.findByRole('option', { name: /FRIGO/ }))
  await waitFor(() => expect(shown.address()).toBe('/global-map'))
  expect(preference('fleets')).toEqual([7])
})
test('nothing found, and a search that failed, are said', async () => {
  const { unmount } = await show(<SearchBox />, fleets, answering(search, nothing))
  await userEvent.type(box(), 'zz')
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  unmount()
  await show(<SearchBox />, fleets, failing(search, 500, { message: 'Guasto', code: 'failed' }))
  await userEvent.type(box(), 'zz')
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
