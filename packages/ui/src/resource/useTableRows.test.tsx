// The rows of a list's table are read as needed: only the first rows, the rest of a short list, and all when the order or a file needs them.
import { Id, pageMeta } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { IconBox } from '@tabler/icons-react'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { answering, type SentRequest, showAt, signIn } from '../testing.tsx'
import { EditCard } from './EditCard.tsx'
import { ListScreen } from './ListScreen.tsx'

const boxes = resource('boxes', {
  record: z.object({ id: Id, code: z.string() }),
  form: z.object({ code: z.string() }),
  search: ['code'],
})
const kind = {
  resource: boxes,
  nameOf: (box: { code: string }) => box.code,
  labels: { code: 'Codice' },
  toForm: () => ({ code: '' }),
  fields: () => null,
}
const columns = [{ key: 'code', label: 'Codice', value: (box: { code: string }) => box.code }]
/** A heading for each hundred rows, with their number. */
const byHundred = {
  of: ({ id }: { id: number }) => `Centinaio ${Math.ceil(id / 100)}`,
  note: (rows: readonly unknown[]) => `${rows.length} scatole`,
}
const List = () => (
  <ListScreen
    kind={kind}
    mayEdit={false}
    icon={IconBox}
    words={{ add: 'Nuova', search: 'Cerca', empty: 'Nessuna', emptyText: '' }}
    columns={columns}
    firstView="table"
    grouping={byHundred}
    card={card => <EditCard {...card} head={card.record?.code} />}
  />
)
/** Boxes 1, 2, 3 …; the code of the last one sorts first. */
const listing = (count: number) =>
  answering(boxes.list, ({ path }: SentRequest) => {
    const params = new URLSearchParams(path.split('?')[1])
    const page = Number(params.get('page'))
    const per_page = Number(params.get('per_page'))
    const ids = Array.from({ length: count }, (_, i) => i + 1)
    return {
      data: ids
        .slice((page - 1) * per_page, page * per_page)
        .map(id => ({ id, code: id === count ? 'A' : `B${id}` })),
      meta: pageMeta({ page, per_page }, count),
    }
  })
const pagesOf = (requests: readonly SentRequest[]) =>
  requests
    .filter(({ path }) => path.startsWith('/boxes'))
    .map(({ path }) => Number(/[?&]page=(\d+)/.exec(path)?.[1]))
    .toSorted((a, b) => a - b)
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
beforeEach(signIn)

test('a long list reads only its first hundred rows and the count of all, and gives no sum for a group whose rows are not all read [general.104]', async () => {
  const { requests } = await showAt('/', <List />, listing(2_000))
  expect(await screen.findByText('B1')).toBeInTheDocument()
  expect(screen.getByText('2.000')).toBeInTheDocument()
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '2001')
  expect(screen.getByText('Centinaio 1')).toBeInTheDocument()
  expect(screen.queryByText('100 scatole')).toBeNull()
  expect(pagesOf(requests)).toEqual([1])
})
test('a short list is read to its end at once [general.104]', async () => {
  const { requests } = await showAt('/', <List />, listing(900))
  expect(await screen.findByText('100 scatole')).toBeInTheDocument()
  expect(pagesOf(requests)).toEqual(upTo(9))
})
test('sorting by a column reads all rows, once, and puts the first of all on top [general.77, general.104]', async () => {
  const { requests } = await showAt('/', <List />, listing(2_000))
  await screen.findByText('B1')
  await userEvent.click(screen.getByRole('button', { name: 'Codice' }))
  await waitFor(() => expect(screen.getAllByRole('cell')[0]).toHaveTextContent(/^A$/))
  expect(pagesOf(requests)).toEqual(upTo(20))
  expect(screen.getByRole('table')).not.toHaveAttribute('aria-busy')
})
test('the export has the whole list, in its order [general.104, vehicles.24]', async () => {
  const user = userEvent.setup()
  await showAt('/', <List />, listing(2_000))
  await screen.findByText('B1')
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Esporta' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copia' }))
  await waitFor(() => expect(copied).toHaveBeenCalledOnce())
  const lines = copied.mock.calls[0]?.[0].trim().split('\n') ?? []
  expect([lines.length, lines[1], lines[1_999], lines[2_000]]).toEqual([2_001, 'B1', 'B1999', 'A'])
})
