// The door panel: the last status, the history, and how a row shows its place on the map.
import { answering, failing, showAt, signIn, stopClock } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { type DoorEvent, type DoorStatus, data, history } from './contract.ts'
import EyedoorPanel from './panel.tsx'

const vehicle = vehicleOf(truck)
const status = (minutes: number, some: Partial<DoorStatus> = {}): DoorStatus => ({
  id: String(minutes),
  message_datetime: ago(minutes),
  door_1: null,
  door_2: null,
  door_3: null,
  door_4: null,
  armed: null,
  siren: null,
  ...some,
})
const event = (minutes: number, some: Partial<DoorEvent> = {}): DoorEvent => ({
  ...status(minutes),
  latitude: 44.8,
  longitude: 10.3,
  ...some,
})
const past = `/?v=1&from=${ago(600)}&to=${ago(60)}`
beforeEach(signIn)

test('the panel shows each door that the vehicle has, its alarm and siren, and the age of the data [eyedoor.8]', async () => {
  stopClock()
  await showAt(
    past,
    <EyedoorPanel vehicle={vehicle} />,
    answering(data, status(2, { door_1: true, door_3: false, armed: true, siren: false })),
    answering(history, []),
    ...standing(),
  )
  const last = within(await screen.findByRole('region', { name: 'Ultimo stato' }))
  expect(last.getByText('Porta 1').parentElement).toHaveTextContent('Aperta')
  expect(last.getByText('Porta 3').parentElement).toHaveTextContent('Chiusa')
  expect(last.queryByText('Porta 2')).not.toBeInTheDocument()
  expect(last.getByText('Allarme porte').parentElement).toHaveTextContent('Attivo')
  expect(last.getByText('Sirena').parentElement).toHaveTextContent('Inserita')
  expect(last.getByText('2 min fa')).toBeInTheDocument()
})
test.each([
  [{ door_1: true, armed: false }, 'Disinserito'],
  [{ door_1: false, armed: true }, 'Inserito'],
  [{ door_1: true, armed: true }, 'Attivo'],
])('%j: the alarm is %s', async (some, word) => {
  await showAt(
    past,
    <EyedoorPanel vehicle={vehicle} />,
    answering(data, status(2, some)),
    answering(history, []),
    ...standing(),
  )
  expect((await screen.findByText('Allarme porte')).parentElement).toHaveTextContent(word)
})
test('the history is newest first, and a change leads the map to where it happened [eyedoor.10, eyedoor.11]', async () => {
  const opened = event(120, { door_1: true, door_2: false, siren: true, armed: true })
  const view = await showAt(
    past,
    <EyedoorPanel vehicle={vehicle} />,
    answering(data, status(2)),
    answering(history, [event(300, { door_1: false, door_2: false }), opened]),
    ...standing(),
  )
  const rows = await screen.findAllByRole('button', { name: /^Porta 1/ })
  expect(rows.map(row => row.textContent?.replace(/\d\d\/.*$/, ''))).toEqual([
    'Porta 1 apertaPorta 2 chiusainseritoSirena',
    'Porta 1 chiusaPorta 2 chiusa',
  ])
  await userEvent.click(rows[0] ?? document.body)
  await waitFor(() => expect(view.address()).toContain('lat=44.8&lng=10.3'))
  expect(view.address()).toContain(`t=${encodeURIComponent(opened.message_datetime)}`)
})
test('a change without a known place shows a message', async () => {
  await showAt(
    past,
    <EyedoorPanel vehicle={vehicle} />,
    answering(data, status(2)),
    answering(history, [event(120, { door_1: true, latitude: null, longitude: null })]),
    ...standing(),
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Porta 1 aperta/ }))
  expect(
    await screen.findByText('Posizione del mezzo non nota in quel momento'),
  ).toBeInTheDocument()
})
test('missing data, an empty period and a failure each show a message [services.27]', async () => {
  const first = await showAt(
    past,
    <EyedoorPanel vehicle={vehicle} />,
    answering(data, null),
    answering(history, []),
    ...standing(),
  )
  expect(await screen.findByText('Nessuno stato delle porte')).toBeInTheDocument()
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  first.unmount()
  await showAt(
    past,
    <EyedoorPanel vehicle={vehicle} />,
    failing(data, 500, { message: 'Guasto', code: 'failed' }),
    failing(history, 500, { message: 'Storico fermo', code: 'failed' }),
    ...standing(),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
  expect(await screen.findByText('Storico fermo')).toBeInTheDocument()
})
