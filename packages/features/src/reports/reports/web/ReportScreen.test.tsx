// The viewer: sheets as a grid with tabs, a temperature report as its PDF, and the way to the list where there are no data.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  downloadReport,
  markAsRead,
  type Report,
  type ReportSheet,
  reportJson,
  reports,
} from '../contract.ts'
import ReportScreen from './ReportScreen.tsx'
import { reportEndpoints, reportOf, signedInReader } from './testing.ts'

beforeEach(() => {
  signIn()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => 'blob:flotta/1',
      revokeObjectURL: () => undefined,
    }),
  )
})
const sheet = (name: string, rows: ReportSheet['rows']): ReportSheet => ({
  name,
  columns: [{ key: 'plate', title: 'Mezzo', unit: null, format: 'text' }],
  rows,
  kinds: {},
  total: rows.length,
})
const open = (report: Report, ...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    { address: `/report?r=${report.id}`, path: '/report' },
    <ReportScreen />,
    ...signedInReader(),
    ...reportEndpoints(() => [report]),
    answering(markAsRead, () => report),
    ...answers,
  )

/** The time as the clocks of this machine show it. */
const localTime = (time: string): string => {
  const at = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} ${two(at.getHours())}:${two(at.getMinutes())}`
}
test('the sheets are shown as grids, the first at once, with the period in local time above, and opening the report marks it as read [reports.72, reports.73]', async () => {
  const { requests } = await open(
    reportOf(3),
    answering(
      reportJson as never,
      { sheets: [sheet('Viaggi', [['AB123CD']]), sheet('Soste', [['ZZ999ZZ']])] } as never,
    ),
  )
  expect(await screen.findByRole('grid', { name: 'Viaggi' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('AB123CD')
  const { period_from, period_to } = reportOf(3)
  for (const time of [period_from, period_to])
    expect(screen.getByText(new RegExp(localTime(time)))).toBeInTheDocument()
  await userEvent.click(screen.getByRole('tab', { name: 'Soste' }))
  expect(await screen.findByRole('grid', { name: 'Soste' })).toBeInTheDocument()
  await waitFor(() =>
    expect(requests.some(a => a.method === 'PUT' && a.path === '/reports/3')).toBe(true),
  )
})
test('a temperature report is shown as its PDF, from memory and without a token in an address [reports.71, reports.74]', async () => {
  const { requests } = await open(
    reportOf(4, { type: 'temp' }),
    answering(downloadReport as never, 'x' as never),
  )
  expect(await screen.findByTitle('Documento del report')).toHaveAttribute('src', 'blob:flotta/1')
  const call = requests.find(a => a.path.startsWith('/reports/4/download'))
  expect([call?.path, call?.headers.get('authorization')]).toEqual([
    '/reports/4/download?format=pdf',
    'Bearer test-token',
  ])
  expect(screen.getByRole('button', { name: 'Scarica PDF' })).toBeInTheDocument()
})
test.each([
  ['unknown [reports.76]', failing(reports.one, 404, { message: 'no', code: 'not_found' })],
  ['without files', answering(reports.one, reportOf(5, { ready: 2, hash: null }))],
  ['gone in between', failing(reportJson, 409, { message: 'no', code: 'conflict' })],
])('a report that is %s has a message, and the list opens', async (_, answer) => {
  const { address } = await open(reportOf(5), answer)
  expect(await screen.findByText('Nessun dato per questo report')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/reports'))
})
test('a report in the making has a message [reports.84]', async () => {
  await open(reportOf(6, { ready: 0, hash: null }))
  expect(await screen.findByText('Generazione del report in corso')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Scarica/ })).toBeNull()
})
