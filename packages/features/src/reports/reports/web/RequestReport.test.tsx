// The dialog for a new report: prefilled by the place where it was opened, errors at their fields, one request however often it is pressed; and the notice
// when it is ready.
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { all as vehiclesAll } from '../../../fleet/vehicles/contract.ts'
import { truck, vehicleOf } from '../../../map/global-map/web/testing.ts'
import { type Report, reports, requestReport } from '../contract.ts'
import { ReportButton } from './ReportButton.tsx'
import { ReportNotices } from './ReportNotices.tsx'
import { reportOf, signedInReader } from './testing.ts'

beforeEach(signIn)
const agreement = (agreement_id: number) => ({
  id: agreement_id,
  agreement_id,
  customer_id: 1,
  code: '',
  active_from: '2020-01-01T00:00:00Z',
  active_to: null,
})
const vehicle = {
  ...vehicleOf(truck),
  plate: 'AB123CD',
  active_agreements: [agreement(2), agreement(5)],
}
const vehicles = answering(vehiclesAll, [
  {
    id: 7,
    plate: 'AB123CD',
    serial: null,
    vehicle_type: 'T',
    vehicle_subtype: null,
    fleet_id: null,
  },
  {
    id: 8,
    plate: 'ZZ999ZZ',
    serial: null,
    vehicle_type: 'T',
    vehicle_subtype: null,
    fleet_id: null,
  },
])
const open = async (...parts: Parameters<typeof show>) => {
  const view = await show(...parts)
  await userEvent.click(await screen.findByRole('button', { name: 'Richiedi report' }))
  return { ...view, dialog: within(await screen.findByRole('dialog')) }
}
const posts = (asked: readonly { readonly method: string; readonly path: string }[]) =>
  asked.filter(a => a.method === 'POST' && a.path === '/reports')

test('from a panel, the request is about that vehicle and today until now, and a double click sends it once [map.77, reports.79, reports.81]', async () => {
  const { requests, dialog } = await open(
    <ReportButton types={['eyegeo']} vehicle={vehicle} />,
    ...signedInReader(),
    answering(requestReport, () => reportOf(5, { ready: 0, hash: null })),
  )
  const before = Date.now()
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Richiedi' }))
  expect(
    await screen.findByText('Report richiesto. Ti avvisiamo quando è pronto.'),
  ).toBeInTheDocument()
  const [post, ...others] = posts(requests) as typeof requests
  expect(others).toEqual([])
  const body = post?.body as { readonly period_from: string; readonly period_to: string }
  expect(body).toMatchObject({ type: 'eyegeo', vehicle_id: vehicle.id })
  expect(body).not.toHaveProperty('services')
  expect(new Date(body.period_from).toTimeString()).toMatch(/^00:00:00/)
  expect(Date.parse(body.period_to)).toBeGreaterThanOrEqual(before - 120_000)
  expect(post?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})
test('a generic report needs a service, and the services that the vehicle lacks cannot be chosen [reports.80]', async () => {
  const { requests, dialog } = await open(
    <ReportButton types={['custom']} vehicle={vehicle} />,
    ...signedInReader(),
    answering(requestReport, () => reportOf(5)),
  )
  expect(dialog.getByRole('checkbox', { name: 'Carburante' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'Porte' })).toBeDisabled()
  for (const chip of dialog.getAllByRole('checkbox', { checked: true })) await userEvent.click(chip)
  await userEvent.click(dialog.getByRole('button', { name: 'Richiedi' }))
  expect(await dialog.findByText('Scegli almeno un servizio')).toBeInTheDocument()
  expect(posts(requests)).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Carburante' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Richiedi' }))
  await waitFor(() => expect(posts(requests)).toHaveLength(1))
  expect(requests.find(a => a.method === 'POST')?.body).toMatchObject({
    type: 'custom',
    services: 'eyefuel',
  })
})
test('from the list, the person chooses type and vehicle, sees a refusal at its field, and sends the same request again', async () => {
  const refusing = failing(requestReport, 422, {
    message: 'Dati non validi',
    code: 'invalid',
    data: { period_to: ['Il periodo è troppo lungo'] },
  })
  const { requests, dialog } = await open(<ReportButton />, ...signedInReader(), vehicles, refusing)
  await userEvent.click(dialog.getByRole('combobox', { name: 'Tipo di report' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Carburante' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Mezzo' }))
  await userEvent.click(await screen.findByRole('option', { name: 'ZZ999ZZ' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Richiedi' }))
  expect(await dialog.findByText('Il periodo è troppo lungo')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Richiedi' }))
  await waitFor(() => expect(posts(requests)).toHaveLength(2))
  const [first, second] = requests.filter(a => a.method === 'POST')
  expect(first?.body).toMatchObject({ type: 'eyefuel', vehicle_id: 8 })
  expect([second?.body, second?.headers.get('idempotency-key')]).toEqual([
    first?.body,
    first?.headers.get('idempotency-key'),
  ])
})
test('a person who may only look sees no button', async () => {
  await show(
    <ReportButton types={['eyegeo']} vehicle={vehicle} label="Report" />,
    ...signedInReader('view'),
  )
  await act(async () => undefined)
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
})
test('a notice comes up when the report is ready, and opens it [reports.82]', async () => {
  let report: Report = reportOf(31, { ready: 1 })
  const { address, dialog } = await open(
    <>
      <ReportNotices />
      <ReportButton types={['eyegeo']} vehicle={vehicle} />
    </>,
    ...signedInReader(),
    answering(requestReport, () => ({ ...report, ready: 0 as const, hash: null })),
    answering(reports.one, () => report),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Richiedi' }))
  const notice = await screen.findByText('Il report è pronto')
  expect(notice).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Scarica' })).toBeInTheDocument()
  report = { ...report, read_at: report.created_at }
  await userEvent.click(screen.getByRole('button', { name: 'Apri' }))
  await waitFor(() => expect(address()).toBe('/report?r=31'))
})
test('a notice comes up when the report has failed [reports.83]', async () => {
  const { dialog } = await open(
    <>
      <ReportNotices />
      <ReportButton types={['eyegeo']} vehicle={vehicle} />
    </>,
    ...signedInReader(),
    answering(requestReport, () => reportOf(32, { ready: 0, hash: null })),
    answering(reports.one, () => reportOf(32, { ready: 2, hash: null })),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Richiedi' }))
  expect(await screen.findByText('Errore durante la generazione del report')).toBeInTheDocument()
})
test('a person who reloads the page while waiting still gets the notice, and once', async () => {
  window.sessionStorage.setItem('flotta.reports.awaited', '[33]')
  await show(
    <ReportNotices />,
    ...signedInReader(),
    answering(reports.one, () => reportOf(33, { ready: 1 })),
  )
  expect(await screen.findByText('Il report è pronto')).toBeInTheDocument()
  await waitFor(() => expect(window.sessionStorage.getItem('flotta.reports.awaited')).toBe('[]'))
})
test('a stored value that is no list of reports is ignored', async () => {
  window.sessionStorage.setItem('flotta.reports.awaited', '{"a":1}')
  const { requests } = await show(<ReportNotices />, ...signedInReader())
  await act(async () => undefined)
  expect(requests.filter(a => a.path.startsWith('/reports/'))).toEqual([])
})
