// A new vehicle with its tracker: errors appear at their fields, and the checks of the tracker appear by themselves.
import { ApiError, query } from '@flotta/ui/api.ts'
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { about } from '../../../people/auth/about.ts'
import { check } from '../contract.ts'
import { AddVehicle } from './AddVehicle.tsx'
import type { AddVehicleFormProps } from './AddVehicleForm.tsx'
import type { SeenOfTracker } from './TrackerCheck.tsx'

beforeEach(signIn)
const NOTHING: SeenOfTracker = {
  heard_at: null,
  known_at: null,
  fix_at: null,
  ignition_at: null,
  supply_at: null,
  sensors_at: null,
}
const installation = answering(about, {
  name: 'Flotta',
  version: '1',
  demo: null,
  satellite: false,
  map: { max_zoom: 14, style: false, public_style: null },
  places: 'towns',
  tracker_port: 5000,
  contact: 'info@flotta.example',
})
const open = (add: AddVehicleFormProps['add'], seen: () => SeenOfTracker = () => NOTHING) => {
  const onClose = vi.fn()
  return showAt(
    '/vehicles',
    <AddVehicle
      opened
      onClose={onClose}
      services={[]}
      hasMap
      add={add}
      check={({ id }) => query(check, { params: { id } })}
      wiringOf={() => null}
    />,
    installation,
    answering(check, seen),
  ).then(shown => ({ ...shown, onClose }))
}
const fill = async (plate: string, tracker: string) => {
  await userEvent.type(await screen.findByLabelText('Targa'), plate)
  await userEvent.type(screen.getByLabelText('Localizzatore'), tracker)
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }))
}
const steps = () => screen.getAllByRole('listitem').map(item => item.textContent)

test('a refusal of the server appears at its field, and the form keeps what was typed', async () => {
  const add = vi.fn<AddVehicleFormProps['add']>(() =>
    Promise.reject(
      new ApiError(422, 'invalid', 'Controlla i campi', {
        plate: ['Targa già presente'],
        'device.identifier': ['È di un altro mezzo'],
      }),
    ),
  )
  await open(add)
  await fill('AB123CD', '354018110000017')
  expect(await screen.findByText('Targa già presente')).toBeInTheDocument()
  expect(screen.getByText('È di un altro mezzo')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Controlla i campi')
  expect(screen.getByLabelText('Targa')).toHaveValue('AB123CD')
  expect(add.mock.calls[0]?.[0]).toMatchObject({
    plate: 'AB123CD',
    device: { identifier: '354018110000017' },
  })
})
test('while a tracker is silent the page shows where it has to report, and afterwards a link to its vehicle', async () => {
  let sightings = NOTHING
  const { onClose } = await open(
    async ({ plate }) => ({ id: 7, plate }),
    () => sightings,
  )
  await fill('AB123CD', '354018110000017')
  expect(await screen.findByText(/^AB123CD c’è\./)).toBeInTheDocument()
  expect(await screen.findByText(/localhost, porta 5000\.$/)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Apri sulla mappa' })).toBeNull()
  expect(steps().every(step => step?.endsWith('in attesa'))).toBe(true)
  sightings = { ...NOTHING, heard_at: '2026-11-20T08:00:00Z', known_at: '2026-11-20T08:00:01Z' }
  const toMap = await screen.findByRole('link', { name: 'Apri sulla mappa' })
  expect(toMap).toHaveAttribute('href', '/global-map?v=7')
  expect(steps().filter(step => step?.endsWith('in attesa'))).toEqual([
    'Posizionein attesa',
    'Quadroin attesa',
    'Alimentazionein attesa',
    'Sensoriin attesa',
  ])
  expect(screen.queryByText(/porta 5000/)).toBeNull()
  await userEvent.click(toMap)
  expect(onClose).toHaveBeenCalledOnce()
})
test('a phone gets a number of its own, which the page shows with the address until the phone reports', async () => {
  const add = vi.fn<AddVehicleFormProps['add']>(async ({ plate }) => ({ id: 8, plate }))
  await open(add)
  await userEvent.click(await screen.findByRole('radio', { name: 'Un telefono' }))
  const number = screen.getByLabelText<HTMLInputElement>('Identificativo del telefono')
  expect(number.value).toMatch(/^[a-z2-9]{12}$/)
  await userEvent.type(screen.getByLabelText('Targa'), 'AB123CD')
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }))
  expect(await screen.findByDisplayValue('http://localhost:5000')).toBeInTheDocument()
  const identifier = add.mock.calls[0]?.[0].device?.identifier ?? ''
  expect(identifier).toMatch(/^[a-z2-9]{12}$/)
  expect(add.mock.calls[0]?.[0].device).toEqual({ identifier, protocol: 'osmand' })
  expect(screen.getByText(identifier)).toBeInTheDocument()
})
