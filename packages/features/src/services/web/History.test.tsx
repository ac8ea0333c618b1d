// The behaviour that the histories of all panels share: the period, its rows, newer rows while it is open, and how a row shows its place on the map.
import { ById, endpoint, Instant, Period } from '@flotta/core/contract.ts'
import { PAST_CHANGED } from '@flotta/core/kinds.ts'
import { Cursor, SharedCursor } from '@flotta/ui/cursor.ts'
import { answering, failing, type SentRequest, showAt, signIn } from '@flotta/ui/testing.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ago } from '../../map/global-map/web/testing.ts'
import { outdatedQueries } from '../../map/live/web/outdated.ts'
import { History, HistoryRow } from './History.tsx'
import { useHistory } from './useHistory.ts'
import { usePeriod } from './usePeriod.ts'
import { useShowOnMap } from './useShowOnMap.ts'

// endpoint of an existing service: events of its kinds refresh it
const events = endpoint({
  method: 'GET',
  path: '/services/eyepower/:id/history',
  summary: 'Events',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  query: Period,
  reply: z.array(z.object({ message_datetime: Instant, what: z.string() })),
})

const timeOf = (row: { readonly message_datetime: string }): number =>
  Date.parse(row.message_datetime)
function Panel({
  position,
}: {
  readonly position?: { readonly latitude: number; readonly longitude: number } | null
}) {
  const period = usePeriod()
  const { items, state } = useHistory(events, 1, period)
  const show = useShowOnMap()
  const client = useQueryClient()
  return (
    <>
      <button type="button" onClick={() => outdatedQueries(client).byKinds(1, ['power'])}>
        news
      </button>
      <button type="button" onClick={() => outdatedQueries(client).byKinds(1, ['temperature'])}>
        other news
      </button>
      <button type="button" onClick={() => outdatedQueries(client).byKinds(1, [PAST_CHANGED])}>
        late records
      </button>
      <History
        label="Storico"
        items={items}
        timeOf={timeOf}
        {...state}
        row={({ message_datetime, what }) => (
          <HistoryRow at={message_datetime} onShow={() => show(message_datetime, position)}>
            {what}
          </HistoryRow>
        )}
      />
    </>
  )
}

const at = (minutes: number, what: string) => ({ message_datetime: ago(minutes), what })
const endOf = ({ path }: SentRequest): number =>
  Date.parse(new URLSearchParams(path.split('?')[1]).get('period_to') ?? '')
const isOfWhatComes = (asked: SentRequest): boolean => endOf(asked) > Date.now() + 60_000
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Storico' }))
    .getAllByRole('listitem')
    .map(row => row.textContent)
beforeEach(signIn)

const beginOf = ({ path }: SentRequest): number =>
  Date.parse(new URLSearchParams(path.split('?')[1]).get('period_from') ?? '')
test('the history is newest first; new entries appear on top by live updates, with those held back until then, and the past is not read again [services.15, services.16]', async () => {
  const secondo = at(30, 'secondo')
  const comes = [at(20, 'terzo')]
  const view = await showAt(
    '/?v=1',
    <Panel />,
    answering(events, asked =>
      isOfWhatComes(asked)
        ? comes.filter(e => Date.parse(e.message_datetime) >= beginOf(asked))
        : [at(60, 'primo'), secondo],
    ),
  )
  await waitFor(async () =>
    expect(await rows()).toEqual([
      expect.stringMatching(/^secondo/),
      expect.stringMatching(/^primo/),
    ]),
  )
  expect(view.requests).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'other news' }))
  await userEvent.click(screen.getByRole('button', { name: 'news' }))
  await waitFor(async () =>
    expect(await rows()).toEqual([
      expect.stringMatching(/^terzo/),
      expect.stringMatching(/^secondo/),
      expect.stringMatching(/^primo/),
    ]),
  )
  comes.push(at(0, 'quarto'))
  await userEvent.click(screen.getByRole('button', { name: 'news' }))
  expect(await screen.findByText('quarto')).toBeInTheDocument()
  expect(view.requests.filter(a => !isOfWhatComes(a))).toHaveLength(1)
  expect(view.requests.filter(isOfWhatComes).map(beginOf)).toEqual([
    Date.parse(secondo.message_datetime) + 1,
    Date.parse(secondo.message_datetime) + 1,
  ])
})
test('late records that change the past appear by themselves, each once [services.18]', async () => {
  let past = [at(60, 'primo'), at(30, 'secondo')]
  const comes = [at(20, 'terzo'), at(0, 'quarto')]
  await showAt(
    '/?v=1',
    <Panel />,
    answering(events, asked => (isOfWhatComes(asked) ? comes : past)),
  )
  expect(await screen.findByText('secondo')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'news' }))
  expect(await screen.findByText('terzo')).toBeInTheDocument()
  past = [at(60, 'primo'), at(45, 'tardi'), at(30, 'secondo'), at(20, 'terzo')]
  await userEvent.click(screen.getByRole('button', { name: 'late records' }))
  await waitFor(async () =>
    expect((await rows()).map(row => row?.match(/^[a-z]+/)?.[0])).toEqual([
      'quarto',
      'terzo',
      'secondo',
      'tardi',
      'primo',
    ]),
  )
})
test('a period that is over does not grow [services.17]', async () => {
  const view = await showAt(
    `/?v=1&from=${ago(900)}&to=${ago(600)}`,
    <Panel />,
    answering(events, [at(700, 'solo')]),
  )
  expect(await screen.findByText('solo')).toBeInTheDocument()
  expect(view.requests).toHaveLength(1)
})
test('an empty period and a failure each show a message, and trying again reads again [services.22, services.23]', async () => {
  const first = await showAt('/?v=1', <Panel />, answering(events, []))
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  expect(screen.getByText(/fino a 5 giorni/)).toBeInTheDocument()
  first.unmount()
  const second = await showAt(
    '/?v=1',
    <Panel />,
    failing(events, 500, { message: 'Guasto', code: 'failed' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova' }))
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
  expect(second.requests.filter(a => !isOfWhatComes(a)).length).toBeGreaterThan(1)
})
test('of ten thousand rows only those near the screen are drawn, and keys move through them [services.24]', async () => {
  await showAt(
    '/?v=1',
    <Panel />,
    answering(events, asked =>
      isOfWhatComes(asked)
        ? []
        : Array.from({ length: 10_000 }, (_, i) => at(10_000 - i, `n. ${i}`)),
    ),
  )
  const all = await within(await screen.findByRole('list', { name: 'Storico' })).findAllByRole(
    'button',
  )
  expect(all.length).toBeLessThan(60)
  all[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toHaveTextContent('n. 9998')
})
test('a row leads the map to where it happened [services.20]', async () => {
  const one = at(30, 'aperta')
  const view = await showAt(
    '/?v=1&trip=x',
    <Panel position={{ latitude: 44.8, longitude: 10.3 }} />,
    answering(events, asked => (isOfWhatComes(asked) ? [] : [one])),
  )
  await userEvent.click(await screen.findByRole('button', { name: /^aperta/ }))
  await waitFor(() => expect(view.address()).toContain('lat=44.8&lng=10.3'))
  expect(view.address()).toContain(encodeURIComponent(one.message_datetime))
  expect(view.address()).not.toContain('trip')
})
test('a row without a place shows a message [services.21]', async () => {
  const view = await showAt(
    '/?v=1',
    <Panel position={null} />,
    answering(events, asked => (isOfWhatComes(asked) ? [] : [at(30, 'aperta')])),
  )
  await userEvent.click(await screen.findByRole('button', { name: /^aperta/ }))
  expect(
    await screen.findByText('Posizione del mezzo non nota in quel momento'),
  ).toBeInTheDocument()
  expect(view.address()).toBe('/?v=1')
})

const DAYS = 24 * 60
test.each<[string, string, number, number]>([
  [
    'the first five of a period that has ended',
    `from=${ago(20 * DAYS)}&to=${ago(2 * DAYS)}`,
    20 * DAYS,
    15 * DAYS,
  ],
  ['the last five of a period that ends now', `from=${ago(20 * DAYS)}`, 5 * DAYS, 0],
  ['all of a period of five days', `from=${ago(9 * DAYS)}&to=${ago(4 * DAYS)}`, 9 * DAYS, 4 * DAYS],
])(
  'a longer period from another panel is cut to five days: %s [services.13]',
  async (_, address, from, to) => {
    const { requests } = await showAt(`/?v=1&${address}`, <Panel />, answering(events, []))
    await waitFor(() => expect(requests.length).toBeGreaterThan(0))
    const [first] = requests.filter(a => !isOfWhatComes(a))
    const minutesAgo = (at: number) => Math.round((Date.now() - at) / 60_000)
    expect(Math.abs(minutesAgo(beginOf(first as SentRequest)) - from)).toBeLessThanOrEqual(1)
    expect(Math.abs(minutesAgo(endOf(first as SentRequest)) - to)).toBeLessThanOrEqual(1)
  },
)

test('a row under the pointer sets the moment for other charts, and their moment marks a row [services.77]', async () => {
  const cursor = new Cursor()
  const [first, second] = [at(60, 'primo'), at(30, 'secondo')]
  await showAt(
    '/?v=1',
    <SharedCursor value={cursor}>
      <Panel />
    </SharedCursor>,
    answering(events, asked => (isOfWhatComes(asked) ? [] : [first, second])),
  )
  const row = (what: string) =>
    screen.getByRole('button', { name: new RegExp(what) }).closest('li') as HTMLElement
  await userEvent.hover(await screen.findByRole('button', { name: /secondo/ }))
  expect(cursor.at).toBe(Date.parse(second.message_datetime))
  expect(row('secondo')).not.toHaveAttribute('data-marked')
  await userEvent.unhover(screen.getByRole('button', { name: /secondo/ }))
  expect(cursor.at).toBeNull()
  act(() => cursor.point(Date.parse(first.message_datetime) + 60_000, 'chart'))
  expect(row('primo')).toHaveAttribute('data-marked')
  act(() => cursor.point(Date.parse(first.message_datetime) - 3 * 3_600_000, 'chart'))
  expect(row('primo')).not.toHaveAttribute('data-marked')
})
