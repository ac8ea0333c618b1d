// The columns of the vehicles' table: numbers and days as people here write them, a dash for what is not known, and the columns that a customer has.
import { showAt, stopClock } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { VehicleRow } from './rows.ts'
import { useColumns } from './useColumns.tsx'

const now = new Date(2026, 10, 28, 12)
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const bare: VehicleRow = {
  id: 1,
  plate: 'AA 100',
  serial: null,
  vehicle_type: 'V',
  vehicle_subtype: null,
  fleet_id: null,
  status: undefined,
  motion: undefined,
  facts: undefined,
  counters: undefined,
  fleet: undefined,
  rent: undefined,
  words: '',
}
const motion = { motion: 'idling', since: ago(13) } as const
const full: VehicleRow = {
  ...bare,
  serial: 'S-1',
  vehicle_type: 'U',
  vehicle_subtype: 'suv',
  model: 'Iveco Daily',
  color: '#d32929',
  unit_code: '350000000000006',
  active: 1,
  current_month_sms_count: 1_250,
  status: 2,
  motion,
  facts: { status: 2, motion, driver: 'Ada Lovelace', contact: ago(3), spot: undefined },
  counters: { km: 183_456, fuel: 62 },
  fleet: { id: 7, code: 'NORD', description: 'Nord Italia', color: '#2e51bb' },
  rent: {
    id: 5,
    vehicle_id: 1,
    rent_start: '2026-01-01',
    rent_end: '2028-12-31',
    initial_km_contract: 1_000,
    initial_km_period: null,
    contracted_km: 90_000,
    contracted_km_term: 1,
    renter_name: 'Noleggi S.p.A.',
  },
}
function Cells({ row, ...have }: { readonly row: VehicleRow } & Parameters<typeof useColumns>[0]) {
  return (
    <dl>
      {useColumns(have).map(column => (
        <div key={column.key}>
          <dt>{column.label}</dt>
          <dd>{column.show?.(row) ?? column.written?.(row) ?? column.value(row) ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
const everything = { withRents: true, withFuel: true, withSms: true }
async function cells(row: VehicleRow, have = everything) {
  stopClock(now.getTime())
  await showAt('/vehicles', <Cells row={row} {...have} />)
  return Object.fromEntries(
    screen
      .getAllByRole('term')
      .map(term => [
        term.textContent,
        term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' '),
      ]),
  )
}

test('a vehicle of which much is known shows it with the separators and days of the reader [general.16, general.27, general.33]', async () => {
  expect(await cells(full)).toMatchObject({
    Targa: 'AA 100',
    Autista: 'Ada Lovelace',
    'Ultimo contatto': '3 min fa',
    Connessione: 'Disconnesso',
    Movimento: 'Motore acceso · 13 min',
    Km: '183.456',
    Carburante: '62%',
    Flotta: 'NORD',
    Noleggiatore: 'Noleggi S.p.A.',
    'Inizio noleggio': '01/01/2026',
    'Fine noleggio': '31/12/2028',
    'Km iniziali': '1.000',
    'Km contrattuali': '90.000',
    'SMS del mese': '1.250',
    Tipo: 'Autovettura',
    Sottotipo: 'SUV',
    Attivazione: 'Senza unità',
  })
  const plate = screen.getByRole('link', { name: 'AA 100' })
  expect(plate).toHaveAttribute('href', expect.stringContaining('/global-map?v=1'))
  expect(within(plate).queryByText('—')).not.toBeInTheDocument()
})

test('a vehicle of which nothing is known shows dashes and no zero [general.21]', async () => {
  const { Targa, Tipo, Attivazione, ...rest } = await cells(bare)
  expect([Targa, Tipo, Attivazione]).toEqual(['AA 100', 'Van', 'Unità montata'])
  expect(new Set(Object.values(rest))).toEqual(new Set(['—']))
})

test('contracts, fuel and messages are columns only of a customer who has them', async () => {
  const keys = Object.keys(await cells(full, { withRents: false, withFuel: false, withSms: false }))
  expect(keys).not.toContain('Noleggiatore')
  expect(keys).not.toContain('Carburante')
  expect(keys).not.toContain('SMS del mese')
  expect(keys).toContain('Km')
})
