// The provider's dialog that adds vehicles: many at once for the company that was chosen, also from a CSV file.
import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { customers } from '../../customers/contract.ts'
import { devices } from '../../devices/contract.ts'
import { bulk, vehicles } from '../contract.ts'
import { ProvidedVehicle } from './ProvidedVehicle.tsx'

beforeEach(signIn)

const company = { id: 7, name: 'Bruni Trasporti' }
const latin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, letter => letter.charCodeAt(0))
const made = {
  id: 1,
  customer_id: 7,
  customer_name: company.name,
  plate: 'AA001AA',
  serial: null,
  model: null,
  color: null,
  vehicle_type: 'V' as const,
  vehicle_subtype: null,
  configurations: [],
  retired: false,
  device: null,
  agreements: [],
  created_at: new Date().toISOString(),
}

test('a CSV with semicolons and Latin-1 is compared with the existing vehicles, and its good rows are added to the company [vehicles.85, exports.16]', async () => {
  const { requests } = await show(
    <ProvidedVehicle opened onClose={() => {}} />,
    answering(customers.all, [company]),
    answering(vehicles.all, [
      { id: 3, plate: 'TAKEN1', customer_id: 7 },
      { id: 4, plate: 'OTHERS', customer_id: 8 },
    ]),
    answering(devices.all, [{ id: 9, identifier: '350000000000009', vehicle_id: 3 }]),
    answering(bulk, [made, { ...made, id: 2, plate: 'OTHERS' }]),
  )
  expect(screen.queryByRole('button', { name: 'Importa' })).toBeNull()
  await userEvent.click(await screen.findByRole('combobox', { name: 'Azienda' }))
  await userEvent.click(await screen.findByRole('option', { name: company.name }))
  await userEvent.click(screen.getByRole('button', { name: 'Importa' }))
  const dialog = await screen.findByRole('dialog', { name: 'Importa mezzi' })
  const input = within(dialog).getByText('Trascina qui un file Excel (.xlsx) o CSV')
  expect(input).toBeInTheDocument()
  const file = document.querySelector<HTMLInputElement>('input[type=file]')
  if (file === null) throw new Error('nowhere to give a file')
  const rows = [
    'plate;type;tracker;model',
    'AA001AA;v;350000000000001;Camión «largo»',
    'OTHERS;v;;',
    'taken1;v;;',
    'AA002AA;v;350000000000009;',
    'AA003AA;x;;',
  ]
  await userEvent.upload(file, new File([latin1(rows.join('\r\n'))], 'mezzi.CSV'))
  expect(await screen.findByText('plate: È già in uso')).toBeInTheDocument()
  expect(screen.getByText('tracker: È già in uso')).toBeInTheDocument()
  expect(requests.filter(r => r.method === 'POST')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Importa 2 righe' }))
  await screen.findByText('2 righe importate')
  const posted = requests.filter(r => r.method === 'POST')
  expect(posted.map(r => r.body)).toMatchObject([
    [
      {
        customer_id: 7,
        plate: 'AA001AA',
        model: 'Camión «largo»',
        device: { identifier: '350000000000001' },
      },
      { customer_id: 7, plate: 'OTHERS', device: null },
    ],
  ])
  expect(posted[0]?.headers.get('idempotency-key')).not.toBeNull()
})
