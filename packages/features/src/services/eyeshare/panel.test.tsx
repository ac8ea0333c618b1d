// The sharing panel: who sees the vehicle; sharing, changing and ending.
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Sharing, shareMany, sharing } from '../../fleet/agreements/contract.ts'
import { standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { profile } from '../../people/auth/contract.ts'
import { customers } from '../../people/customers/contract.ts'
import { data } from './contract.ts'
import EyesharePanel from './panel.tsx'

const DAY = 86_400_000
// one day for the whole test, even if midnight passes meanwhile
const NOW = Date.now()
const day = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(NOW + days * DAY)
const dayAsRead = (days: number) => day(days).split('-').reverse().join('/')
const noon = (days: number) => `${day(days)}T11:00:00.000Z`
const heldAgreement = (agreement_id: number, days: number | null) => ({
  agreement_id,
  customer_id: 1,
  code: String(agreement_id),
  active_from: noon(-90),
  active_to: days === null ? null : noon(days),
})
const vehicle = vehicleOf(truck, {
  active_agreements: [heldAgreement(2, 60), heldAgreement(3, 20), heldAgreement(104, null)],
})
const sharingOf = (id: number, agreement_id: number, from: number, to: number): Sharing => ({
  id,
  vehicle_id: 1,
  customer_id: 9,
  customer_name: 'Salumificio Neri',
  agreement_id,
  active_from: noon(from),
  active_to: noon(to),
})
const partners = [
  { id: 8, name: 'Latteria Alta' },
  { id: 9, name: 'Salumificio Neri' },
]
const company = answering(customers.all, partners as never)
const card = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
beforeEach(signIn)

describe('the agreements that are shared on a vehicle', () => {
  test('are cards with service, company, period and state [eyeshare.3]', async () => {
    const records = [
      sharingOf(1, 2, -10, 60),
      sharingOf(2, 3, -10, 20),
      sharingOf(3, 4, 5, 90),
      sharingOf(4, 5, -40, -5),
    ]
    await show(
      <EyesharePanel vehicle={vehicle} />,
      answering(data, records),
      company,
      ...standing(),
    )
    expect(await card('Posizione')).toHaveTextContent(
      `Salumificio Neri${dayAsRead(-10)} – ${dayAsRead(60)}Attivo`,
    )
    expect(await card('Refrigerazione')).toHaveTextContent('In scadenza')
    expect(await card('Porte')).toHaveTextContent('Non ancora attivo')
    expect(await card('Carburante')).toHaveTextContent('Scaduto')
  })
  test('come in pages', async () => {
    const records = Array.from({ length: 45 }, (_, i) => sharingOf(i + 1, 2, -10, 60 + i))
    await show(
      <EyesharePanel vehicle={vehicle} />,
      answering(data, records),
      company,
      ...standing(),
    )
    expect(await screen.findAllByText('Salumificio Neri')).toHaveLength(20)
    await userEvent.click(screen.getByRole('button', { name: 'Pagina 3' }))
    expect(screen.getAllByText('Salumificio Neri')).toHaveLength(5)
  })
  test('have no buttons for a person who may only read', async () => {
    await show(
      <EyesharePanel vehicle={vehicle} />,
      answering(data, [sharingOf(1, 2, -10, 60)]),
      company,
      ...standing(undefined, 'view'),
    )
    expect(within(await card('Posizione')).queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Condividi' })).toBeNull()
  })
  test('are not requested for a guest, who sees that the owner shares the vehicle [eyeshare.27]', async () => {
    const { requests } = await show(
      <EyesharePanel vehicle={{ ...vehicle, owned: false }} />,
      ...standing(),
    )
    expect(await screen.findByText('Il mezzo è di un’altra azienda')).toBeInTheDocument()
    expect(requests.some(a => a.path.startsWith('/services/eyeshare'))).toBe(false)
  })
  test('need another company: without one the panel shows this, with a link to the customers for a person who may have some', async () => {
    const user = {
      id: 1,
      name: 'Marta',
      email: 'm@x.it',
      role: 'edit' as const,
      customer_id: 1,
      provider: false,
      language: 'it' as const,
      password_changed_at: noon(-9),
    }
    const without = [answering(data, []), answering(customers.all, []), ...standing()]
    const { unmount } = await show(<EyesharePanel vehicle={vehicle} />, ...without)
    expect(await screen.findByText('Nessuna azienda con cui condividere')).toBeInTheDocument()
    expect(screen.queryByRole('link')).toBeNull()
    unmount()
    await show(
      <EyesharePanel vehicle={vehicle} />,
      ...without,
      answering(profile, { ...user, max_users: 5 }),
    )
    expect(await screen.findByRole('link', { name: 'Vai ai clienti' })).toHaveAttribute(
      'href',
      '/customers',
    )
  })
})

describe('sharing', () => {
  const open = async (
    ...answers: Parameters<typeof show> extends [unknown, ...infer A] ? A : never
  ) => {
    const view = await show(
      <EyesharePanel vehicle={vehicle} />,
      answering(data, []),
      company,
      ...standing(),
      ...answers,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Crea la prima condivisione' }))
    await screen.findByRole('form')
    return view
  }
  const pick = async (field: string, ...names: readonly string[]) => {
    await userEvent.click(screen.getByRole('combobox', { name: field }))
    for (const name of names)
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
  }
  test('an empty form marks the missing fields and sends nothing, and cancelling closes it [eyeshare.10, eyeshare.11, eyeshare.12]', async () => {
    const { requests } = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    expect(await screen.findAllByText('Questo campo è richiesto')).toHaveLength(3)
    expect(requests.some(a => a.method === 'POST')).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.getByText('Non è condiviso con nessuno')).toBeInTheDocument()
  })
  test('several services are shared in one request, from today to the latest end of the chosen ones [eyeshare.13]', async () => {
    const created = [sharingOf(1, 2, 0, 60), sharingOf(2, 3, 0, 60)]
    const { requests } = await open(answering(shareMany, created))
    await pick('Azienda', 'Salumificio Neri')
    await userEvent.click(screen.getByRole('combobox', { name: 'Servizi' }))
    expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
      `Posizione fino al ${dayAsRead(60)}`,
      `Refrigerazione fino al ${dayAsRead(20)}`,
    ])
    await userEvent.click(screen.getByRole('option', { name: /Refrigerazione/ }))
    expect(screen.getByRole('button', { name: 'Periodo' })).toHaveTextContent(
      `${dayAsRead(0)} – ${dayAsRead(20)}`,
    )
    await userEvent.click(screen.getByRole('option', { name: /Posizione/ }))
    expect(screen.getByRole('button', { name: 'Periodo' })).toHaveTextContent(
      `${dayAsRead(0)} – ${dayAsRead(60)}`,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(requests.find(a => a.method === 'POST')).toMatchObject({
      path: '/agreements/multi',
      body: {
        vehicle_id: 1,
        customer_id: 9,
        agreement_ids: [3, 2],
        active_from: day(0),
        active_to: day(60),
      },
    })
    expect(await screen.findByText('Condiviso con Salumificio Neri: 2 servizi')).toBeInTheDocument()
    expect(requests.filter(a => a.path === '/services/eyeshare/1').length).toBeGreaterThan(1)
  })
  test('a refusal of the server is shown at its field, and the form stays [eyeshare.24]', async () => {
    const message = 'Refrigerazione: il tuo contratto finisce prima'
    await open(
      failing(shareMany, 422, {
        message: 'Controlla i campi',
        code: 'invalid',
        data: { active_to: [message] },
      }),
    )
    await pick('Azienda', 'Latteria Alta')
    await pick('Servizi', 'Refrigerazione')
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    expect(await within(await screen.findByRole('form')).findByText(message)).toBeInTheDocument()
  })
})

test('a shared agreement that has begun keeps its start, and only changed fields are sent', async () => {
  const record = sharingOf(1, 2, -10, 30)
  const { requests } = await show(
    <EyesharePanel vehicle={vehicle} />,
    answering(data, [record]),
    company,
    answering(sharing.one, record),
    answering(sharing.update, { ...record, active_to: noon(20) }),
    ...standing(),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: 'Modifica Posizione · Salumificio Neri' }),
  )
  const until = await screen.findByRole('textbox', { name: 'Fino al' })
  expect(screen.getByText(`Iniziata il ${dayAsRead(-10)}`)).toBeInTheDocument()
  await userEvent.clear(until)
  await userEvent.type(until, dayAsRead(20))
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')).toMatchObject({
      path: '/agreements/1',
      body: { customer_id: 9, agreement_id: 2, active_to: day(20) },
    }),
  )
  expect(requests.find(a => a.method === 'PUT')?.body).not.toHaveProperty('active_from')
})
test('removing a shared agreement asks for confirmation and explains the consequence, and the card disappears [eyeshare.25]', async () => {
  let remaining = [sharingOf(1, 2, -10, 30)]
  await show(
    <EyesharePanel vehicle={vehicle} />,
    answering(data, () => remaining),
    company,
    {
      e: sharing.remove,
      respond: () => {
        remaining = []
        return new Response(null, { status: 204 })
      },
    },
    ...standing(),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: 'Elimina Posizione · Salumificio Neri' }),
  )
  const dialog = await screen.findByRole('dialog', {
    name: 'Terminare la condivisione di Posizione con Salumificio Neri?',
  })
  expect(dialog).toHaveTextContent('L’azienda smette subito di vedere questi dati')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Termina' }))
  expect(await screen.findByText('Non è condiviso con nessuno')).toBeInTheDocument()
  expect(
    await screen.findByText('Posizione non è più condiviso con Salumificio Neri'),
  ).toBeInTheDocument()
})
