// The dialog that replaces a tracker goes on to the wiring of the new one.
import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { replace, setWiring, wiring } from '../contract.ts'
import { Replacement } from './Replacement.tsx'

beforeEach(signIn)

const now = () => new Date().toISOString()
const replacement = {
  id: 12,
  identifier: '356000000000012',
  protocol: 'teltonika',
  profile: 'fmb1xx',
  vehicle_id: 4,
  plate: 'AA001AA',
  customer_id: 1,
  unit_code: null,
  wiring: {},
  connected: true,
  last_seen_at: null,
  time_zone: null,
  networks: [],
  certificates: [],
  created_at: now(),
}
async function replaceTracker(inputs: Parameters<typeof answering<typeof wiring>>[1]) {
  const { requests } = await show(
    <Replacement
      device={{ id: 9, identifier: '356000000000001', wiring: { door_1: 'in1' } }}
      onClose={() => {}}
    />,
    answering(replace, replacement),
    answering(wiring, inputs),
    answering(setWiring, ({ body }) => (body as { wiring: Record<string, string> }).wiring),
  )
  await userEvent.type(screen.getByLabelText('Numero del nuovo localizzatore'), '356000000000012')
  await userEvent.click(screen.getByRole('button', { name: 'Sostituisci' }))
  await screen.findByRole('heading', { name: 'Cablaggio' })
  return () => requests.filter(r => r.method === 'PUT').map(r => [r.path, r.body])
}

test('one click wires the input that changed while a person opened the door [devices.25, devices.26]', async () => {
  const wires = await replaceTracker({
    wiring: {},
    inputs: [
      { word: 'in2', value: 0, at: now(), before: 1, changed_at: now() },
      { word: 'in1', value: 1, at: now(), before: null, changed_at: null },
    ],
  })
  expect(screen.getByText(/Adesso apri «Porta 1»/)).toBeInTheDocument()
  expect(await screen.findByText(/era attivo, ora a riposo/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Collega: Ingresso 2' }))
  expect(wires()).toEqual([['/provider/devices/12/wiring', { wiring: { door_1: '!in2' } }]])
})
test('the wiring of the earlier tracker can be taken over [devices.29]', async () => {
  const wires = await replaceTracker({ wiring: {}, inputs: [] })
  expect(screen.getByText(/Nessun ingresso è ancora cambiato/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Riprendilo' }))
  expect(wires()).toEqual([['/provider/devices/12/wiring', { wiring: { door_1: 'in1' } }]])
})
test('a wired input shows its present value, and can be inverted or removed [devices.26]', async () => {
  const wires = await replaceTracker({
    wiring: { door_1: 'in1' },
    inputs: [{ word: 'in1', value: 1, at: now(), before: null, changed_at: null }],
  })
  expect(await screen.findByText('Porta 1 · Ingresso 1 · ora attivo')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Inverti: Porta 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Togli: Porta 1' }))
  expect(wires().map(([, body]) => body)).toEqual([
    { wiring: { door_1: '!in1' } },
    { wiring: { door_1: '' } },
  ])
})
