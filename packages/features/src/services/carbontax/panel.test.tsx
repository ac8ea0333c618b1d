// The carbon tax panel: two blocks of hours and litres, and the texts where a value is missing.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { type CarbonBlock, type CarbonData, data } from './contract.ts'
import CarbontaxPanel from './panel.tsx'

beforeEach(signIn)
const vehicle = vehicleOf({ ...truck, active_agreements: [103] })
const month: CarbonBlock = {
  start: '2026-11-01T00:00:00.000Z',
  end: '2026-11-22T10:00:00.000Z',
  start_datetime: '2026-10-31T22:30:00.000Z',
  end_datetime: '2026-11-22T09:30:00.000Z',
  start_hours: 1200,
  end_hours: 1300.4,
  consumption: 251,
  alert: 0,
}
const quarter: CarbonBlock = {
  ...month,
  start: '2026-09-30T22:00:00.000Z',
  start_hours: 1000,
  consumption: 751,
  alert: 1,
}
const knownData: CarbonData = { month, quarter, average_consumption: 2.5, hours_of: 'engine' }
const open = (carbon: CarbonData) =>
  showAt('/?v=1', <CarbontaxPanel vehicle={vehicle} />, answering(data, carbon))
const block = async (name: string) => within(await screen.findByRole('region', { name }))

test('each block shows its dates, the hours with their times of reading, and the litres [carbontax.9]', async () => {
  await open(knownData)
  const month = await block('Mese in corso')
  expect(month.getByText('Dal 01/11/2026 al 22/11/2026')).toBeInTheDocument()
  for (const text of [
    '251,0 l',
    '100,4 h',
    '1.200,0 h',
    '1.300,4 h',
    'letto il 31/10/2026 22:30',
    'letto il 22/11/2026 09:30',
  ])
    expect(month.getByText(text)).toBeInTheDocument()
  expect(month.queryByText(/incompleto/)).not.toBeInTheDocument()
  expect((await block('Ore motore')).getByText('2,5 l/h')).toBeInTheDocument()
})

test.each([
  [1, /entro 24 ore dall’inizio del periodo:/],
  [2, /^Nessuna lettura nelle ultime 24 ore/],
  [3, /dall’inizio né nelle ultime 24 ore/],
] as const)('alert %i is shown in words [carbontax.10]', async (alert, words) => {
  await open({ ...knownData, quarter: { ...quarter, alert } })
  expect((await block('Trimestre in corso')).getByText(words)).toBeInTheDocument()
})

test('without an average consumption the litres are a dash, and a tooltip gives the reason [carbontax.11]', async () => {
  await open({ ...knownData, average_consumption: null, month: { ...month, consumption: null } })
  const currentMonth = await block('Mese in corso')
  await userEvent.hover(currentMonth.getByText('—'))
  expect(await screen.findByText('Consumo medio del mezzo non configurato')).toBeInTheDocument()
})

test('a vehicle that has never reported hours shows a message that it has no data [services.31]', async () => {
  const emptyMonth: CarbonBlock = {
    ...month,
    start_datetime: null,
    end_datetime: null,
    start_hours: null,
    end_hours: null,
    consumption: null,
    alert: 3,
  }
  await open({ ...knownData, hours_of: null, month: emptyMonth, quarter: emptyMonth })
  expect(await screen.findByText('Nessun dato')).toBeInTheDocument()
})

test('a failure shows its message', async () => {
  await showAt(
    '/?v=1',
    <CarbontaxPanel vehicle={vehicle} />,
    failing(data, 500, { message: 'Guasto', code: 'failed' }),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
