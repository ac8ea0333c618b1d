import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { search } from '../contract.ts'
import { SearchBox } from './SearchBox.tsx'

const searchReply = {
  vehicles: {
    data: [
      { id: 3, color: null, plate: 'FR123KL', serial: '352', vehicle_type: 'T' as const },
      { id: 4, color: null, plate: 'FR900ZZ', serial: null, vehicle_type: 'V' as const },
    ],
  },
  fleets: { data: [{ id: 7, color: '#2e51bb', code: 'FRIGO', description: 'Catena del freddo' }] },
}
const emptyReply = { vehicles: { data: [] }, fleets: { data: [] } }
const box = () => screen.getByRole('combobox', { name: 'Ricerca' })

beforeEach(() => {
  signIn()
  localStorage.clear()
})

test('Ctrl-K and / focus the box, and fewer than two characters send no search [search.7, search.10]', async () => {
  const { requests } = await show(<SearchBox />, answering(search, searchReply))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(box()).toHaveFocus()
  await userEvent.type(box(), 'f')
  expect(await screen.findByText('Scrivi almeno 2 caratteri')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}{Escape}')
  expect(box()).not.toHaveFocus()
  await userEvent.keyboard('/')
  expect(box()).toHaveFocus()
  expect(box()).toHaveValue('')
  expect(requests.filter(q => q.path === '/search')).toEqual([])
})
test('a vehicle is chosen by keyboard and shown on the map [search.11]', async () => {
  const view = await show(<SearchBox />, answering(search, searchReply))
  await userEvent.type(box(), 'fr')
  expect(await screen.findByRole('option', { name: /FR123KL/ })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(view.address()).toBe('/global-map?v=4'))
  expect(box()).toHaveValue('')
})
test('Enter opens the first result if no other is chosen', async () => {
  const view = await show(<SearchBox />, answering(search, searchReply))
  await userEvent.type(box(), 'fr')
  await screen.findByRole('option', { name: /FR123KL/ })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(view.address()).toBe('/fleets?f=7'))
})
test('every result is a link to its page, in the order hubs, fleets, vehicles, drivers [search.9]', async () => {
  const view = await show(<SearchBox />, answering(search, searchReply))
  await userEvent.type(box(), 'fri')
  const fleet = await screen.findByRole('option', { name: /FRIGO/ })
  expect(screen.getAllByRole('option').map(option => option.getAttribute('href'))).toEqual([
    '/fleets?f=7',
    '/global-map?v=3',
    '/global-map?v=4',
  ])
  await userEvent.click(fleet)
  await waitFor(() => expect(view.address()).toBe('/fleets?f=7'))
})
test('a vehicle is drawn in its colour, but not where the colour is a word', async () => {
  const vehicle = (id: number, color: string | null) => ({
    id,
    color,
    plate: `FR${id}`,
    serial: null,
    vehicle_type: 'V' as const,
  })
  await show(
    <SearchBox />,
    answering(search, {
      vehicles: { data: [vehicle(1, '#d32929'), vehicle(2, 'Bianco'), vehicle(3, null)] },
    }),
  )
  await userEvent.type(box(), 'fr')
  await screen.findByRole('option', { name: /FR1/ })
  const colors = screen
    .getAllByRole('option')
    .map(option => (option.firstElementChild as HTMLElement).style.borderColor)
  // as the page writes a colour, which a browser does by its parts
  const { style } = document.createElement('span')
  style.borderColor = '#d32929'
  expect(style.borderColor).not.toBe('')
  expect(colors).toEqual([style.borderColor, '', ''])
})
test('the box shows a message when nothing is found and when the search fails [search.8]', async () => {
  const { unmount } = await show(<SearchBox />, answering(search, emptyReply))
  await userEvent.type(box(), 'zz')
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  unmount()
  await show(<SearchBox />, failing(search, 500, { message: 'Guasto', code: 'failed' }))
  await userEvent.type(box(), 'zz')
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})

const optionNames = () => screen.getAllByRole('option').map(option => option.textContent)
test('without words the box offers screens with their keys, and what the person may add [search.14]', async () => {
  await show(<SearchBox />, ...signedInAs('edit'))
  await userEvent.click(box())
  expect(await screen.findByRole('option', { name: 'MezziG V' })).toHaveAttribute(
    'href',
    '/vehicles',
  )
  expect(screen.getByRole('option', { name: 'Nuova flotta' })).toHaveAttribute(
    'href',
    '/fleets?open=new',
  )
  expect(screen.getByRole('option', { name: 'Richiedi report' })).toBeInTheDocument()
  // its company may not add vehicles and has no costs
  expect(optionNames()).not.toContain('Nuova spesa')
  expect(screen.queryByRole('option', { name: 'Aggiungi un mezzo' })).not.toBeInTheDocument()
})
test('a person who may only read is offered screens alone [search.14]', async () => {
  await show(<SearchBox />, ...signedInAs('view'))
  await userEvent.click(box())
  await screen.findByRole('option', { name: 'MezziG V' })
  expect(screen.queryByRole('group', { name: 'Comandi' })).not.toBeInTheDocument()
})
test('the box finds a screen at once by a word of its name, and offers recently opened results again [search.14, search.15]', async () => {
  const { address, requests } = await show(<SearchBox />, ...signedInAs('edit'))
  await userEvent.click(box())
  await screen.findByRole('option', { name: 'MezziG V' })
  await userEvent.type(box(), 'm')
  await waitFor(() => expect(optionNames()).toEqual(['MappaG M', 'MezziG V']))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toBe('/vehicles'))
  expect(requests.filter(q => q.path === '/search')).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(box(), 'f')
  await userEvent.click(await screen.findByRole('option', { name: 'FlotteG F' }))
  await userEvent.click(box())
  expect(await screen.findByRole('group', { name: 'Aperti di recente' })).toHaveTextContent('Mezzi')
})
test('the results offer a report for the vehicle that was found [search.16]', async () => {
  await show(<SearchBox />, ...signedInAs('edit'), answering(search, searchReply))
  await userEvent.type(box(), 'fr1')
  expect(await screen.findByRole('option', { name: 'Nuovo report per FR123KL' })).toHaveAttribute(
    'href',
    '/reports?open=new&v=3',
  )
})
