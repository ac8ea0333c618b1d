// The list of reports: states, opening and marking, copying a link, removing; viewers see no button that would be refused.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  downloadReport,
  markAllAsRead,
  markAsRead,
  type Report,
  removeReport,
  reports,
} from '../contract.ts'
import ReportsScreen from './ReportsScreen.tsx'
import { reportEndpoints, reportOf, signedInReader } from './testing.ts'

beforeEach(signIn)

/** A server that remembers which reports were read and removed. */
function server(before: readonly Report[], role: 'view' | 'edit' = 'edit') {
  let inbox = before
  const mark = (which: (r: Report) => boolean) => {
    inbox = inbox.map(r =>
      which(r) && r.ready !== 0 ? { ...r, read_at: '2026-11-03T10:00:00.000Z' } : r,
    )
  }
  const idOf = (path: string) => Number(path.split('/')[2])
  return [
    ...signedInReader(role),
    ...reportEndpoints(() => inbox),
    answering(markAsRead, ({ path }) => {
      mark(r => r.id === idOf(path))
      return inbox.find(r => r.id === idOf(path)) as Report
    }),
    answering(markAllAsRead, () => {
      mark(() => true)
      return { total: 0 }
    }),
    answering(removeReport, ({ path }) => {
      inbox = inbox.filter(r => r.id !== idOf(path))
      return null
    }),
  ]
}
const open = (...answers: Parameters<typeof showAt>[2][]) =>
  showAt({ address: '/reports', path: '/reports' }, <ReportsScreen />, ...answers)
/** The line of a report that unfolds; its menu is beside it. */
const row = async (name: string | RegExp): Promise<HTMLElement> => {
  const [found] = (await screen.findAllByRole('button', { name, expanded: false })).filter(
    button => !button.hasAttribute('aria-haspopup'),
  )
  if (found === undefined) throw new Error(`no line is called ${name}`)
  return found
}
const itemOf = (button: HTMLElement) => button.closest('li') as HTMLElement

test('each report shows its state, and one without files is set apart and can be neither viewed nor downloaded [reports.66, reports.67]', async () => {
  await open(
    ...server([
      reportOf(4, { ready: 0, hash: null, progress: 40, vehicle: null, type: 'master' }),
      reportOf(3, { ready: 2, hash: null, error: 'Il mezzo non c’è più' }),
      reportOf(2),
      reportOf(1, { hash: null, type: 'temp' }),
    ]),
  )
  expect(await screen.findByText('In corso 40%')).toBeInTheDocument()
  expect(screen.getByText('3 da leggere')).toBeInTheDocument()
  for (const [name, said] of [
    [/Tutti i mezzi/, 'Generazione del report in corso'],
    [/AB123CD.*Errore/, 'Errore durante la generazione del report · Il mezzo non c’è più'],
    [/AB123CD.*File scaduti/, /si conservano 90 giorni/],
  ] as const) {
    const button = await row(name)
    const item = itemOf(button)
    expect(item).toHaveAttribute('data-without')
    await userEvent.click(button)
    expect(within(item).getByText(said)).toBeInTheDocument()
    expect(within(item).queryByRole('link')).toBeNull()
    expect(within(item).queryByRole('button', { name: /Scarica/ })).toBeNull()
  }
  expect(itemOf(await row(/AB123CD.*Pronto/))).not.toHaveAttribute('data-without')
})
test('opening a ready report marks it as read, and offers to view, download and share it [reports.68, reports.69]', async () => {
  const copied = vi.fn((_: string) => Promise.resolve())
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { clipboard: { value: { writeText: copied } } }),
  )
  const { requests } = await open(...server([reportOf(2)]))
  await userEvent.click(await row(/AB123CD/))
  expect(await screen.findByRole('link', { name: 'Apri' })).toHaveAttribute('href', '/report?r=2')
  expect(screen.getByRole('button', { name: 'Scarica XLSX' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Scarica PDF' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('1 da leggere')).toBeNull())
  expect(requests.filter(a => a.method === 'PUT').map(a => a.path)).toEqual(['/reports/2'])
  const opens = screen.getByRole('link', { name: 'Apri in una nuova finestra' })
  expect([
    opens.getAttribute('target'),
    new URL(opens.getAttribute('href') ?? '').pathname,
  ]).toEqual(['_blank', expect.stringMatching(/^\/api\/v1\/reports\/\d+\/link\/./)])
  await userEvent.click(screen.getByRole('button', { name: 'Copia il link pubblico' }))
  expect(copied.mock.calls[0]?.[0]).toMatch(/\/api\/v1\/reports\/2\/link\/h4sh$/)
  expect(await screen.findByText('Copiato')).toBeInTheDocument()
})
test('after a month the files remain, and the public link is no longer offered', async () => {
  const created_at = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await open(...server([reportOf(2, { created_at })]))
  await userEvent.click(await row(/AB123CD/))
  expect(await screen.findByRole('button', { name: 'Scarica PDF' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Apri in una nuova finestra' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copia il link pubblico' })).toBeNull()
})
test('a file that is gone has a message and a way to the list [reports.75]', async () => {
  const { address } = await open(
    ...server([reportOf(2)]),
    failing(downloadReport, 409, { message: 'no', code: 'conflict' }),
  )
  await userEvent.click(await row(/AB123CD/))
  await userEvent.click(await screen.findByRole('button', { name: 'Scarica PDF' }))
  expect(await screen.findByText('Nessun dato per questo report')).toBeInTheDocument()
  expect(address()).toBe('/reports')
})
test('the list has pages [reports.65]', async () => {
  const { requests } = await open(
    ...server([]),
    answering(reports.list, {
      data: [reportOf(1)],
      meta: { current_page: 1, total_pages: 3, per_page: 20, total: 60 },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Pagina 2' }))
  await waitFor(() =>
    expect(
      requests
        .filter(({ path }) => path.startsWith('/reports?'))
        .map(({ path }) => new URL(path, 'http://x').searchParams.get('page')),
    ).toEqual(['1', '2']),
  )
})
test('marking all reports and removing one each need a confirmation [reports.70]', async () => {
  const { requests } = await open(...server([reportOf(2), reportOf(1, { vehicle: 'ZZ999ZZ' })]))
  const all = await screen.findByRole('button', { name: 'Segna tutti come letti' })
  await waitFor(() => expect(all).toBeEnabled())
  await userEvent.click(all)
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Segnare come letti 2 report?' })).getByRole(
      'button',
      { name: 'Segna tutti come letti' },
    ),
  )
  await waitFor(() => expect(all).toBeDisabled())
  await userEvent.click(screen.getByRole('button', { name: /Azioni: .*ZZ999ZZ/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Elimina' }))
  const dialog = await screen.findByRole('dialog', { name: /Eliminare il report .*ZZ999ZZ/ })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Elimina' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /ZZ999ZZ/ })).toBeNull())
  expect(requests.filter(a => a.method !== 'GET').map(a => `${a.method} ${a.path}`)).toEqual([
    'PUT /reports/markall',
    'DELETE /reports/1',
  ])
})
test('a viewer can neither request nor remove reports, but marks them as read', async () => {
  await open(...server([reportOf(2)], 'view'))
  await userEvent.click(await screen.findByRole('button', { name: /Azioni: / }))
  expect(await screen.findByRole('menuitem', { name: 'Segna come letto' })).toBeEnabled()
  expect(screen.queryByRole('menuitem', { name: 'Elimina' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Richiedi report' })).toBeNull()
})
test('the empty list explains how to get a report, and a failure has a message', async () => {
  const { unmount } = await open(...server([]))
  expect(await screen.findByText('Nessun report')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: 'Richiedi report' }).length).toBe(2)
  unmount()
  await open(...signedInReader(), failing(reports.list, 500, { message: 'Guasto', code: 'failed' }))
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
