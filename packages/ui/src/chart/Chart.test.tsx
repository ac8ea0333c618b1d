import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { Chart } from './Chart.tsx'

const data = { labels: ['ott', 'nov'], series: [{ label: 'Costo', values: [1234.5, null] }] }
// happy-dom cannot draw, so these tests show what a browser without a canvas shows.

test('where no chart can be drawn, its table takes the place, with numbers in the reader’s language [services.39]', async () => {
  await show(
    <Chart type="bar" label="Costo per mese" data={data} unit="€" decimals={2} of="Mese" />,
  )
  const table = within(screen.getByRole('figure', { name: 'Costo per mese' })).getByRole('table', {
    name: 'Costo per mese',
  })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(c => c.textContent),
  ).toEqual(['Mese', 'Costo'])
  expect(within(table).getByRole('row', { name: /^ott 1\.234,50\s€$/ })).toBeInTheDocument()
  expect(within(table).getByRole('row', { name: 'nov —' })).toBeInTheDocument()
})
test('the table is saved as a file, with numbers in the reader’s language', async () => {
  const files: Blob[] = []
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await show(<Chart type="bar" label="Costo per mese" data={data} unit="€" of="Mese" />)
  await userEvent.click(screen.getByRole('button', { name: 'Altre azioni: Costo per mese' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await files[0]?.text()).toBe('Mese;Costo\r\nott;1234,5\r\nnov;')
})
test('the marks of a chart over time are in the file too [services.76]', async () => {
  const files: Blob[] = []
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const from = new Date(2026, 2, 1, 8).getTime()
  await show(
    <Chart
      type="line"
      label="T1"
      unit="°C"
      data={{
        period: { from, to: from + 600_000 },
        series: [{ label: 'T1', at: [from, from + 60_000], values: [4.5, 5] }],
        marks: [{ at: from + 60_000, label: 'Temperatura', group: 'Avvisi' }],
      }}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Altre azioni: T1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await files[0]?.text()).toBe(
    'Ora;T1;Eventi\r\n01/03/2026 08:00:00;4,5;\r\n01/03/2026 08:01:00;5;"Temperatura, 01/03/2026 08:01"',
  )
})
test('a chart without values has a message', async () => {
  await show(
    <Chart
      type="line"
      label="Costo"
      data={{ labels: ['ott'], series: [{ label: 'Costo', values: [null] }] }}
    />,
  )
  expect(screen.getByText('Nessun dato in questo periodo')).toBeInTheDocument()
})
test('a long table is cut, with a note on the rows that are left out', async () => {
  const at = Array.from({ length: 2_000 }, (_, i) => i * 60_000)
  await show(
    <Chart
      type="line"
      label="T1"
      unit="°C"
      data={{
        period: { from: 0, to: 120_000_000 },
        series: [{ label: 'T1', at, values: at.map(() => 4) }],
      }}
    />,
  )
  expect(screen.getAllByRole('row')).toHaveLength(501)
  expect(screen.getByText('Prime 500 righe di 2.000: il file CSV le ha tutte')).toBeInTheDocument()
})
test('a chart without a canvas cannot be zoomed', async () => {
  await show(
    <Chart
      type="line"
      zoom
      label="T1"
      data={{
        period: { from: 0, to: 120_000 },
        series: [{ label: 'T1', at: [0, 60_000], values: [4, 5] }],
      }}
    />,
  )
  expect(screen.getByRole('table', { name: 'T1' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Ingrandisci/ })).not.toBeInTheDocument()
})
