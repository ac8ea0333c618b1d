import { pageOrAll } from '@flotta/core/contract.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { useMutation } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { autocomplete, type Place } from '../../../places/geocoding/contract.ts'
import { type Area, hubs, hubVehicles, pois } from '../contract.ts'
import HubsScreen from './HubsScreen.tsx'
import PoisScreen from './PoisScreen.tsx'
import { useResize } from './useResize.ts'

const hub = (id: number, code: string, more: Partial<Area> = {}): Area => ({
  id,
  name: `Deposito ${code}`,
  code,
  color: '#2e51bb',
  radius: 150,
  latitude: 45.05655,
  longitude: 9.69166,
  shape: { type: 'circle' },
  address: null,
  city: null,
  zip_code: null,
  ...more,
})
const nord = hub(7, 'NORD', { address: 'Via Roma 1', city: 'Forlì', zip_code: '47121' })
const standing = (role: 'view' | 'edit' = 'edit', all: readonly Area[] = [nord, hub(8, 'SUD')]) => [
  ...signedInAs(role),
  answering(hubs.one, nord),
  answering(hubs.all, [...all]),
  answering(
    hubVehicles,
    pageOrAll(
      [
        {
          id: 3,
          plate: 'FR123KL',
          vehicle_type: 'T',
          fleet_id: null,
          entered_at: new Date(Date.now() - 7_200_000).toISOString(),
        },
        { id: 4, plate: 'FR900ZZ', vehicle_type: 'V', fleet_id: null, entered_at: null },
      ],
      {},
    ),
  ),
]
const card = (code: string) => screen.findByRole('link', { name: new RegExp(`^${code}`) })
beforeEach(signIn)

test('the search covers code, name, address and city', async () => {
  await showAt('/hubs', <HubsScreen />, ...standing())
  expect(await card('SUD')).toBeInTheDocument()
  for (const words of ['nord', 'DEPOSITO N', 'via roma', 'forli']) {
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), words)
    await waitFor(() => expect(screen.queryByRole('link', { name: /^SUD/ })).toBeNull())
    expect(await card('NORD')).toBeInTheDocument()
  }
})
test('the address keeps the chosen card, which shows where the hub is, who is inside and since when [areas.13]', async () => {
  const { address } = await showAt('/hubs', <HubsScreen />, ...standing())
  expect(await card('NORD')).toHaveAttribute('href', expect.stringMatching(/^\/hubs\?h=\d+$/))
  await userEvent.click(await card('NORD'))
  await waitFor(() => expect(address()).toBe('/hubs?h=7'))
  const region = await screen.findByRole('region', { name: 'Hub NORD' })
  expect(await card('NORD')).toHaveFocus()
  expect(region).toHaveTextContent('Via Roma 1, 47121 Forlì')
  const inside = await within(region).findByRole('link', { name: /FR123KL.*2 h fa/ })
  expect(inside).toHaveAttribute('href', '/global-map?v=3')
  expect(within(region).getByRole('link', { name: /FR900ZZ$/ })).toBeInTheDocument()
})
test('the arrows lead from card to card', async () => {
  await showAt('/hubs', <HubsScreen />, ...standing())
  ;(await card('NORD')).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(await card('SUD')).toHaveFocus()
})
test('an unknown hub in the address has a message and leaves the address', async () => {
  const { address } = await showAt('/hubs?h=99', <HubsScreen />, ...standing())
  await card('NORD')
  expect(await screen.findByText('Questo hub non esiste o non è tuo.')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/hubs'))
})
test('a person who may only look has no buttons [areas.21]', async () => {
  await showAt('/hubs?h=7', <HubsScreen />, ...standing('view'))
  await screen.findByRole('region', { name: 'Hub NORD' })
  for (const name of ['Nuovo hub', 'Importa', 'Modifica NORD', 'Elimina NORD'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
test('an empty list has a message', async () => {
  await showAt('/pois', <PoisScreen />, ...standing(), answering(pois.all, []))
  expect(await screen.findByText('Nessun punto di interesse')).toBeInTheDocument()
})

const milan: Place = {
  display_name: 'Milano',
  short: 'Milano (MI)',
  latitude: 45.4642,
  longitude: 9.19,
  lat: 45.4642,
  lon: 9.19,
  approximate: false,
  address: { name: 'Piazza del Duomo', city: 'Milano', postcode: null },
}
test('a new hub starts black, with a radius of a metre and without a place, gets its place from an address, and shows missing fields [areas.6]', async () => {
  const created = hub(9, 'MI')
  const { requests, address } = await showAt(
    '/hubs',
    <HubsScreen />,
    ...standing('edit', [nord, created]),
    answering(autocomplete, [milan]),
    answering(hubs.create, created),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Nuovo hub' }))
  expect(screen.getByRole('textbox', { name: 'Colore' })).toHaveValue('#000000')
  expect(screen.getByRole('textbox', { name: 'Raggio' })).toHaveValue('1 m')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(screen.getByRole('textbox', { name: 'Latitudine' })).toHaveAccessibleDescription(
    'Questo campo è richiesto',
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Codice' }), 'MI')
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'Deposito MI')
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Cerca un luogo o un indirizzo' }),
    'mila',
  )
  await userEvent.click(await screen.findByRole('option', { name: 'Milano' }))
  expect(screen.getByRole('textbox', { name: 'Indirizzo' })).toHaveValue('Piazza del Duomo')
  expect(screen.getByRole('textbox', { name: 'CAP' })).toHaveAttribute(
    'placeholder',
    'CAP sconosciuto',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(address()).toBe('/hubs?h=9'))
  expect(requests.find(q => q.method === 'POST' && q.path === '/hubs')?.body).toEqual({
    name: 'Deposito MI',
    code: 'MI',
    color: '#000000',
    radius: 1,
    latitude: 45.4642,
    longitude: 9.19,
    address: 'Piazza del Duomo',
    city: 'Milano',
    zip_code: '',
  })
})
test('a polygon without points is refused, and a saved one is sent with its points and without a radius [areas.34, areas.44]', async () => {
  const points: [number, number][] = [
    [9, 45],
    [9.1, 45],
    [9.1, 45.1],
  ]
  const yard = hub(7, 'NORD', { radius: null, shape: { type: 'polygon', points } })
  const { requests } = await showAt(
    '/hubs?h=7',
    <HubsScreen />,
    ...standing(),
    answering(hubs.one, yard),
    answering(hubs.all, [yard]),
    answering(hubs.update, yard),
  )
  expect(await card('NORD')).toHaveTextContent('Poligono')
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica NORD' }))
  const form = await screen.findByRole('form', { name: 'Modifica NORD' })
  expect(form).toHaveTextContent('3 punti')
  expect(within(form).queryByRole('textbox', { name: 'Raggio' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Cerchio' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Poligono' }))
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(await within(form).findByRole('alert')).toHaveTextContent(
    'Un poligono ha da 3 a 500 punti',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Modifica NORD' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Corridoio' }))
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(q => q.method === 'PUT')?.body).toEqual({
      id: 7,
      name: 'Deposito NORD',
      code: 'NORD',
      color: '#2e51bb',
      shape: { type: 'corridor', points, width: 50 },
      address: '',
      city: '',
      zip_code: '',
    }),
  )
})
test('a code that is already in use has a message at its field, and the form keeps what was typed [areas.18]', async () => {
  const refusal = failing(hubs.update, 422, {
    message: 'Controlla i campi',
    code: 'invalid',
    data: { code: ['È già in uso'] },
  })
  await showAt('/hubs?h=7', <HubsScreen />, ...standing(), refusal)
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica NORD' }))
  const code = await screen.findByRole('textbox', { name: 'Codice' })
  await userEvent.clear(code)
  await userEvent.type(code, 'sud')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText('Codice: È già in uso')).toBeInTheDocument()
  expect(code).toHaveValue('sud')
  expect(code).toHaveAccessibleDescription('È già in uso')
})
test('removing a hub asks a question with the code in its title [areas.22]', async () => {
  const { requests } = await showAt(
    '/hubs?h=7',
    <HubsScreen />,
    ...standing(),
    answering(hubs.remove, null),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Elimina NORD' }))
  const question = await screen.findByRole('dialog', { name: /NORD/ })
  await userEvent.click(within(question).getByRole('button', { name: 'Elimina' }))
  await waitFor(() =>
    expect(requests.some(q => q.method === 'DELETE' && q.path === '/hubs/7')).toBe(true),
  )
})

function Edge() {
  const resize = useResize(hubs)
  const { mutate } = useMutation({ mutationFn: () => resize(nord, 300) })
  return (
    <button type="button" onClick={() => mutate()}>
      larger
    </button>
  )
}
test('another radius is stored once, and undone from the notice [areas.16]', async () => {
  const { requests } = await showAt(
    '/',
    <Edge />,
    answering(hubs.update, ({ body }) => ({ ...nord, ...(body as Partial<Area>) })),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'larger' }))
  expect(await screen.findByText('NORD: il raggio ora è di 300 m')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  const stored = () => requests.filter(q => q.method === 'PUT').map(q => q.body)
  await waitFor(() => expect(stored()).toEqual([{ radius: 300 }, { radius: 150 }]))
})
test('a radius that the server refuses has a message', async () => {
  await showAt('/', <Edge />, failing(hubs.update, 403, { message: 'Non puoi', code: 'forbidden' }))
  await userEvent.click(await screen.findByRole('button', { name: 'larger' }))
  expect(await screen.findByText('Raggio di NORD non salvato')).toBeInTheDocument()
  expect(screen.getByText('Non puoi')).toBeInTheDocument()
})
