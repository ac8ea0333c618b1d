import { bulkOf } from '@flotta/core/bulk.ts'
import { Id, requiredText } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readSheet } from 'read-excel-file/browser'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { workbook } from '../table/export.ts'
import { answering, failing, offline, type SentRequest, show, signIn } from '../testing.tsx'
import { ImportSheet } from './ImportSheet.tsx'

const boxes = resource('boxes', {
  record: z.object({ id: Id, code: z.string() }),
  form: z.object({ code: requiredText(5) }),
  search: ['code'],
})
const columns = [{ title: 'Code', field: 'code', example: 'A', required: true, unique: true }]
const sheet = async (...codes: string[]) =>
  new File(
    [await workbook({ name: 'x', head: ['code'], rows: codes.map(c => [c]) })],
    'Scatole.XLSX',
  )
const open = async (...answers: ReturnType<typeof answering>[]) => {
  const view = await show(
    <ImportSheet
      resource={boxes}
      columns={columns}
      known={{ code: ['OLD'] }}
      title="Importa scatole"
    />,
    ...answers,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Importa' }))
  await screen.findByRole('dialog', { name: 'Importa scatole' })
  return view
}
const give = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('nowhere to give a file')
  await userEvent.setup({ applyAccept: false }).upload(input, file)
}
/** The rows that were sent; whatever else the page asks for, such as a poll, is no row of the import. */
const rowsOf = (requests: readonly SentRequest[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path.startsWith(boxes.create.path))
beforeEach(signIn)

test('another kind of file and an unreadable one give a message and import nothing [exports.6, exports.7]', async () => {
  const { requests } = await open()
  await give(new File(['code\nA'], 'scatole.csv'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'scatole.csv non è un file .xlsx. Nulla è stato importato.',
  )
  await give(new File([], 'vuoto.xlsx'))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(
      'vuoto.xlsx è vuoto. Nulla è stato importato.',
    ),
  )
  await give(new File(['no zip'], 'rotto.xlsx'))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(
      'rotto.xlsx non è leggibile. Nulla è stato importato.',
    ),
  )
  expect(rowsOf(requests)).toEqual([])
})
test('faulty rows are shown before anything is stored, and the other rows are stored one by one [exports.11, exports.12]', async () => {
  const { requests } = await open(answering(boxes.create, { id: 1, code: 'A' }))
  const place = within(screen.getByRole('dialog')).getByRole('status')
  await give(await sheet('A', 'old', 'B'))
  expect(await screen.findByText('Code: È già in uso')).toBeInTheDocument()
  // The reason comes before the values, which may be wider than the dialog.
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    'Riga',
    'Problema',
    'Code',
  ])
  // The same element from the first step to the last.
  expect(place).toHaveTextContent(/2.*1/)
  expect(rowsOf(requests)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Importa 2 righe' }))
  expect(await screen.findByText('2 righe importate')).toBeInTheDocument()
  expect(rowsOf(requests).map(a => a.body)).toEqual([{ code: 'A' }, { code: 'B' }])
})
test('the refusals of the server are listed at the end, with their rows', async () => {
  await open(
    failing(boxes.create, 422, { message: 'no', code: 'invalid', data: { code: ['Riservato'] } }),
  )
  await give(await sheet('A'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 1 riga' }))
  expect(await screen.findByText('Una riga non è stata importata')).toBeInTheDocument()
  expect(screen.getByText('Code: Riservato')).toBeInTheDocument()
})
test('a sheet longer than a user may store in a minute waits and continues', async () => {
  let busy = true
  const { requests } = await open({
    e: boxes.create,
    respond: () => {
      const answer = busy
        ? Response.json(
            { message: 'Attendi', code: 'too_many' },
            { status: 429, headers: { 'retry-after': '1' } },
          )
        : Response.json({ data: { id: 1, code: 'A' } }, { status: 201 })
      busy = false
      return answer
    },
  })
  await give(await sheet('A', 'B'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 2 righe' }))
  expect(await screen.findByText('2 righe importate')).toBeInTheDocument()
  expect(rowsOf(requests).map(a => a.body)).toEqual([{ code: 'A' }, { code: 'A' }, { code: 'B' }])
})
test('a person stops an import at a row, and gets the remaining rows as a file to mend and import again [exports.14]', async () => {
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  let go: () => void = () => undefined
  let hold = false
  const { requests } = await open({
    e: boxes.create,
    respond: ({ body }) => {
      const { code } = body as { code: string }
      if (code === 'B')
        return Response.json(
          { message: 'no', code: 'invalid', data: { code: ['Riservato'] } },
          { status: 422 },
        )
      return Response.json({ data: { id: 1, code } }, { status: 201 })
    },
  })
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (!String(args[0]).endsWith(boxes.create.path)) return plain(...args)
    if (hold) await new Promise<void>(resolve => (go = resolve))
    hold = JSON.parse(String(args[1]?.body)).code === 'B'
    return plain(...args)
  })
  await give(await sheet('A', 'old', 'B', 'C', 'D'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 4 righe' }))
  await screen.findByText('3 di 4', { ignore: '[role="status"]' })
  await userEvent.click(screen.getByRole('button', { name: 'Interrompi' }))
  go()
  expect(await screen.findByText(/Importate: 2 · saltate: 2 · rifiutate: 1\./)).toBeInTheDocument()
  expect(rowsOf(requests).map(a => (a.body as { code: string }).code)).toEqual(['A', 'B', 'C'])
  await userEvent.click(screen.getByRole('button', { name: 'Scarica le righe rimaste' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const cells = await readSheet(files[0] as Blob)
  expect(cells).toEqual([
    ['Code', 'Problema'],
    ['B', 'Code: Riservato'],
    ['old', 'Code: È già in uso'],
    ['D', null],
  ])
})
test('a lost line stops the import, with a message and the number of rows left', async () => {
  await open(offline(boxes.create))
  await give(await sheet('A', 'B'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 2 righe' }))
  expect(await screen.findByText(/Importate: 0 · saltate: 2 · rifiutate: 0\./)).toBeInTheDocument()
})
test('after a lost line the import continues there: a row with a lost answer keeps its key, and each other row has its own [exports.13]', async () => {
  let isOffline = true
  const { requests } = await open({
    e: boxes.create,
    respond: ({ body }) => {
      const { code } = body as { code: string }
      if (code === 'B' && isOffline) {
        isOffline = false
        return Response.json({ message: 'Torno subito', code: 'unavailable' }, { status: 503 })
      }
      return Response.json({ data: { id: 1, code } }, { status: 201 })
    },
  })
  await give(await sheet('A', 'old', 'B', 'C'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 3 righe' }))
  expect(await screen.findByText('Torno subito')).toBeInTheDocument()
  expect(screen.getByText(/Importate: 1 · saltate: 3 · rifiutate: 0\./)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Continua con le righe rimaste' }))
  expect(await screen.findByText(/Importate: 3 · saltate: 1 · rifiutate: 0\./)).toBeInTheDocument()
  const attempts = rowsOf(requests).map(
    a => [(a.body as { code: string }).code, a.headers.get('idempotency-key')] as const,
  )
  expect(attempts.map(([code]) => code)).toEqual(['A', 'B', 'B', 'C'])
  const keys = attempts.map(([, key]) => key)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[2])
  expect(new Set(keys).size).toBe(3)
  expect(screen.queryByRole('button', { name: 'Continua con le righe rimaste' })).toBeNull()
})
test('an example with the columns and a row can be saved without opening the dialog [areas.28]', async () => {
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  await show(<ImportSheet resource={boxes} columns={columns} title="Importa scatole" />)
  await userEvent.click(screen.getByRole('button', { name: 'Scarica un esempio' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await readSheet(files[0] as Blob)).toEqual([['Code'], ['A']])
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('unknown columns are named before anything is stored', async () => {
  await open()
  await give(
    new File([await workbook({ name: 'x', head: ['code', 'Note'], rows: [['A', 'x']] })], 'x.xlsx'),
  )
  expect(
    await screen.findByText('Queste colonne non servono e sono ignorate: Note'),
  ).toBeInTheDocument()
})
test('each call stores many rows, names the refused ones, sends the others again, and repeats a lost call with the same key [exports.12, exports.13]', async () => {
  const bulk = bulkOf(boxes)
  const codes = Array.from({ length: 450 }, (_, i) => `C${i}`)
  let isLost = true
  const { requests } = await show(
    <ImportSheet resource={boxes} bulk={bulk} columns={columns} title="Importa scatole" />,
    {
      e: bulk,
      respond: ({ body }) => {
        const list = body as readonly { readonly code: string }[]
        const refused = list.findIndex(({ code }) => code === 'C3')
        if (refused >= 0)
          return Response.json(
            {
              message: 'no',
              code: 'invalid',
              data: { [`${refused}.code`]: ['Riservato'] },
            },
            { status: 422 },
          )
        if (list[0]?.code === 'C201' && isLost) {
          isLost = false
          return Response.json({ message: 'Torno subito', code: 'unavailable' }, { status: 503 })
        }
        return Response.json(
          { data: list.map((box, i) => ({ id: i + 1, ...box })) },
          { status: 201 },
        )
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Importa' }))
  await screen.findByRole('dialog', { name: 'Importa scatole' })
  await give(await sheet(...codes))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 450 righe' }))
  expect(await screen.findByText('Torno subito')).toBeInTheDocument()
  expect(screen.getByText('Code: Riservato')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Continua con le righe rimaste' }))
  await waitFor(() => expect(rowsOf(requests)).toHaveLength(5))
  const calls = rowsOf(requests).map(({ body, headers }) => [
    (body as readonly unknown[]).length,
    headers.get('idempotency-key'),
  ])
  expect(calls.map(([length]) => length)).toEqual([200, 200, 200, 200, 49])
  expect(calls[2]?.[1]).toBe(calls[3]?.[1])
  expect(new Set(calls.map(([, key]) => key)).size).toBe(4)
})

test('numbers of rows and of cells are written with the signs of the reader’s language', async () => {
  const places = resource('places', {
    record: z.object({ id: Id }),
    form: z.object({ latitude: z.number() }),
    search: [],
  })
  const placeColumns = [{ title: 'latitude', field: 'latitude', example: 45.05 }]
  await show(
    <ImportSheet resource={places} columns={placeColumns} title="Importa luoghi" />,
    failing(places.create, 500, { message: 'Guasto', code: 'internal' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Importa' }))
  await screen.findByRole('dialog', { name: 'Importa luoghi' })
  const rows = Array.from({ length: 1_200 }, () => [45.05])
  await give(new File([await workbook({ name: 'x', head: ['latitude'], rows })], 'luoghi.xlsx'))
  expect((await screen.findAllByRole('cell', { name: '45,05' })).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Importa 1.200 righe' }))
  expect(
    await screen.findByText(/Importate: 0 · saltate: 1\.200 · rifiutate: 0\./),
  ).toBeInTheDocument()
})
