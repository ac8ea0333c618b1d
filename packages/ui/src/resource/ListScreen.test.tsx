import { Id, pageMeta, requiredText } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { TextInput } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { preference } from '../preferences.ts'
import { answer, answering, failing, offline, showAt, signIn } from '../testing.tsx'
import { EditCard } from './EditCard.tsx'
import { ListScreen } from './ListScreen.tsx'

const Form = z.object({ code: requiredText(10) })
const boxes = resource('boxes', {
  record: z.object({ id: Id, code: z.string() }),
  form: Form,
  search: ['code'],
})
const kind = {
  resource: boxes,
  nameOf: (box: { code: string }) => box.code,
  labels: { code: 'Codice' },
  toForm: (box: { code: string } | null) => ({ code: box?.code ?? '' }),
  fields: (form: { getInputProps: (field: 'code') => object }) => (
    <TextInput label="Codice" {...form.getInputProps('code')} />
  ),
}
const List = ({ mayEdit = true, full }: { readonly mayEdit?: boolean; readonly full?: string }) => (
  <ListScreen
    kind={kind}
    mayEdit={mayEdit}
    full={full}
    icon={IconBox}
    words={{
      add: 'Nuova scatola',
      search: 'Cerca',
      empty: 'Nessuna scatola',
      emptyText: 'Creane una',
    }}
    columns={[
      { key: 'code', label: 'Codice', value: b => b.code },
      { key: 'id', label: 'Numero', value: b => b.id, shown: false },
    ]}
    card={card => <EditCard {...card} head={card.record?.code} />}
  />
)
const pairs = resource('pairs', {
  record: z.object({ id: Id, code: z.string(), note: z.string() }),
  form: Form.extend({ note: z.string() }),
  search: ['code'],
})
const Pairs = () => (
  <ListScreen
    kind={{
      ...kind,
      resource: pairs,
      labels: { code: 'Codice', note: 'Nota' },
      toForm: (pair: { code: string; note: string } | null) => ({
        code: pair?.code ?? '',
        note: pair?.note ?? '',
      }),
      fields: form => (
        <>
          <TextInput label="Codice" {...form.getInputProps('code')} />
          <TextInput label="Nota" {...form.getInputProps('note')} />
        </>
      ),
    }}
    mayEdit
    icon={IconBox}
    words={{ add: 'Nuova', search: 'Cerca', empty: 'Nessuna', emptyText: 'Creane una' }}
    card={card => <EditCard {...card} head={card.record?.code} />}
  />
)
const two = [
  { id: 1, code: 'B10' },
  { id: 2, code: 'B9' },
]
const listing = (data = two) =>
  answering(boxes.list, { data, meta: pageMeta({ page: 1, per_page: 20 }, data.length) })
beforeEach(signIn)

test('the address keeps search and page, and sets them [general.76]', async () => {
  const { requests, address } = await showAt('/?search=b', <List />, listing())
  expect(await screen.findByRole('searchbox')).toHaveValue('b')
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/boxes?search=b&page=1'))
  await userEvent.type(screen.getByRole('searchbox'), '9')
  await waitFor(() => expect(address()).toBe('/?search=b9'))
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/boxes?search=b9&page=1'))
  expect(screen.getByText('2 trovati')).toBeInTheDocument()
})
test('a new record begins in its form, is dropped by cancel, and is stored by Enter [general.64, general.65, general.67, general.69, general.80]', async () => {
  const { requests } = await showAt(
    '/',
    <List />,
    listing([]),
    answering(boxes.create, { id: 3, code: 'C' }),
  )
  expect(await screen.findByText('Nessuna scatola')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Nuova scatola' }))
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getByRole('button', { name: 'Nuova scatola' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Nuova scatola' }))
  await userEvent.type(screen.getByLabelText('Codice'), '{Enter}')
  expect(screen.getByText('Questo campo è richiesto')).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Codice'), 'C{Enter}')
  expect(await screen.findByText('Salvato: C')).toBeInTheDocument()
  expect(requests.find(a => a.method === 'POST')?.body).toEqual({ code: 'C' })
  expect(screen.queryByRole('form')).toBeNull()
})
test('a change is sent with the version that it began from, and the server’s words appear at the field and as notices [api.45, general.68, general.70, general.71]', async () => {
  const refusal = {
    message: 'Controlla i campi',
    code: 'invalid',
    data: { code: ['È già in uso'] },
  }
  const { requests } = await showAt(
    '/',
    <List />,
    listing(),
    answering(boxes.one, { id: 1, code: 'B10b' }),
    failing(boxes.update, 422, refusal),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica B10' }))
  await waitFor(() => expect(screen.getByLabelText('Codice')).toHaveValue('B10b'))
  await userEvent.type(screen.getByLabelText('Codice'), 'x{Enter}')
  expect(await screen.findByText('È già in uso')).toBeInTheDocument()
  expect(screen.getByText('Codice: È già in uso')).toBeInTheDocument()
  expect(screen.getByText('Controlla i campi')).toBeInTheDocument()
  const change = requests.find(a => a.method === 'PUT')
  expect(change).toMatchObject({ path: '/boxes/1', body: { code: 'B10bx' } })
  const version = encodeURIComponent(JSON.stringify({ id: 1, code: 'B10b' }))
  expect(change?.headers.get('if-match')).toBe(`"${version}"`)
})
test('cancel restores the earlier values, in the list and in the form [general.66]', async () => {
  const { requests } = await showAt(
    '/',
    <List />,
    listing(),
    answering(boxes.one, { id: 1, code: 'B10' }),
  )
  const edit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Modifica B10' }))
    await waitFor(() => expect(screen.getByLabelText('Codice')).toHaveValue('B10'))
  }
  await edit()
  await userEvent.type(screen.getByLabelText('Codice'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  await edit()
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})
test('when somebody else has saved meanwhile, both versions are shown, nothing typed is lost, and the next save replaces theirs [general.73, general.74]', async () => {
  let stored = { id: 1, code: 'B10' }
  const one = answering(boxes.one, () => stored)
  const { requests } = await showAt(
    '/',
    <List />,
    listing(),
    one,
    failing(boxes.update, 409, { message: 'Nel frattempo è cambiato', code: 'conflict' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica B10' }))
  await waitFor(() => expect(requests.some(a => a.path === '/boxes/1')).toBe(true))
  await userEvent.clear(screen.getByLabelText('Codice'))
  stored = { id: 1, code: 'THEIRS' }
  await userEvent.type(screen.getByLabelText('Codice'), 'MINE{Enter}')
  const row = within(await screen.findByRole('row', { name: /THEIRS/ }))
  expect(row.getByText('MINE')).toBeInTheDocument()
  expect(screen.getByLabelText('Codice')).toHaveValue('MINE')
  answer(answering(boxes.update, { id: 1, code: 'MINE' }), listing(), one)
  await userEvent.click(row.getByRole('button', { name: 'Codice: usa il valore salvato' }))
  expect(screen.getByLabelText('Codice')).toHaveValue('THEIRS')
  await userEvent.clear(screen.getByLabelText('Codice'))
  await userEvent.type(screen.getByLabelText('Codice'), 'MINE{Enter}')
  expect(await screen.findByText('Salvato: MINE')).toBeInTheDocument()
})
test('a change whose answer was lost is saved when it is pressed again, and nobody else is blamed [general.106]', async () => {
  let stored = { id: 1, code: 'B10' }
  const one = answering(boxes.one, () => stored)
  await showAt('/', <List />, listing(), one, offline(boxes.update))
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica B10' }))
  await waitFor(() => expect(screen.getByLabelText('Codice')).toHaveValue('B10'))
  await userEvent.type(screen.getByLabelText('Codice'), 'x{Enter}')
  expect(await screen.findByText(/Il server non è raggiungibile/)).toBeInTheDocument()
  // The server has stored it, and only its answer was lost.
  stored = { id: 1, code: 'B10x' }
  const conflict = { message: 'Nel frattempo è cambiato', code: 'conflict' }
  answer(failing(boxes.update, 409, conflict), listing(), one)
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText('Salvato: B10x')).toBeInTheDocument()
  expect(screen.queryByText('Nel frattempo è cambiato')).toBeNull()
})
test('a save by somebody else before the form has read its record is not lost, however early a person types [general.73, general.74]', async () => {
  let release: () => void = () => undefined
  const isReleased = new Promise<void>(resolve => {
    release = resolve
  })
  const one = answering(pairs.one, { id: 1, code: 'THEIRS', note: 'THEIRS' })
  const slow = {
    e: pairs.one,
    respond: async (request: Parameters<typeof one.respond>[0]) => {
      await isReleased
      return one.respond(request)
    },
  }
  const list = answering(pairs.list, {
    data: [{ id: 1, code: 'B10', note: '' }],
    meta: pageMeta({ page: 1, per_page: 20 }, 1),
  })
  const update = answering(pairs.update, { id: 1, code: 'MINE', note: 'THEIRS' })
  const { requests } = await showAt('/', <Pairs />, list, slow, update)
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica B10' }))
  await userEvent.clear(screen.getByLabelText('Codice'))
  await userEvent.type(screen.getByLabelText('Codice'), 'MINE')
  release()
  expect(within(await screen.findByRole('row', { name: /THEIRS/ })).getByText('MINE')).toBeVisible()
  expect(screen.getByLabelText('Codice')).toHaveValue('MINE')
  expect(screen.getByLabelText('Nota')).toHaveValue('THEIRS')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      code: 'MINE',
      note: 'THEIRS',
    }),
  )
})
test('removing a record needs an answer to a question with the name in its title [general.46]', async () => {
  const { requests } = await showAt('/', <List />, listing(), answering(boxes.remove, null))
  await userEvent.click(await screen.findByRole('button', { name: 'Elimina B9' }))
  const question = await screen.findByRole('dialog', { name: 'Eliminare B9?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Elimina' }))
  expect(await screen.findByText('Eliminato: B9')).toBeInTheDocument()
  expect(requests.find(a => a.method === 'DELETE')?.path).toBe('/boxes/2')
})
test('a person who may not edit has no buttons, and a reached limit has a sentence in the place of the button [general.79]', async () => {
  const { unmount } = await showAt('/', <List mayEdit={false} />, listing())
  await screen.findByText('B10')
  expect(screen.queryByRole('button', { name: /Modifica|Elimina|Nuova/ })).toBeNull()
  unmount()
  await showAt('/', <List full="Numero massimo raggiunto" />, listing())
  expect(await screen.findByText('Numero massimo raggiunto')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Nuova scatola' })).toBeNull()
})
test('the table is sorted as people count, and the choice of view and columns is kept [general.77, general.78]', async () => {
  await showAt('/', <List />, listing())
  await screen.findByText('B10')
  await userEvent.click(screen.getByRole('radio', { name: 'Tabella' }))
  const codes = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(row => within(row).getAllByRole('cell')[0]?.textContent)
  await waitFor(() => expect(codes()).toEqual(['B10', 'B9']))
  await userEvent.click(screen.getByRole('button', { name: 'Codice' }))
  expect(codes()).toEqual(['B9', 'B10'])
  expect(screen.getByRole('columnheader', { name: 'Codice' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Colonne' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Numero' }))
  expect(preference('lists')).toEqual({ boxes: { view: 'table', columns: ['code', 'id'] } })
})
test('typed and unsaved values lead to a question before another card opens, and not at cancel [general.75]', async () => {
  await showAt(
    '/',
    <List />,
    listing(),
    answering(boxes.one, ({ path }) => ({ id: Number(path.split('/')[2]), code: 'B10' })),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica B10' }))
  await userEvent.type(screen.getByLabelText('Codice'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Modifica B9' }))
  const question = await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Resta' }))
  expect(screen.getByLabelText('Codice')).toHaveValue('B10x')
  await userEvent.click(screen.getByRole('button', { name: 'Modifica B9' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })).getByRole(
      'button',
      { name: 'Esci senza salvare' },
    ),
  )
  expect(await screen.findByRole('form', { name: 'Modifica B9' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  expect(screen.queryByRole('form')).toBeNull()
})

test.each([['Schede'], ['Tabella']])(
  '%s: a new or changed record opens in a drawer with its name, and Esc asks before typed values are lost [general.101]',
  async view => {
    await showAt('/', <List />, listing(), answering(boxes.one, { id: 1, code: 'B10' }))
    await userEvent.click(await screen.findByRole('radio', { name: view }))
    await userEvent.click(await screen.findByRole('button', { name: 'Modifica B10' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'B10' }))
    expect(drawer.getByRole('button', { name: 'Salva' })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Nuova scatola' }))
    await screen.findByRole('dialog', { name: 'Nuova scatola' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Codice' }), 'C')
    await userEvent.keyboard('{Escape}')
    const question = await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Resta' }))
    expect(screen.getByRole('textbox', { name: 'Codice' })).toHaveValue('C')
  },
)
test('an address opens the form of a new record once, and a person who may not add one sees the list [navigation.78]', async () => {
  const { address, unmount } = await showAt('/?search=b&open=new', <List />, listing())
  expect(await screen.findByRole('dialog', { name: 'Nuova scatola' })).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/?search=b'))
  unmount()
  await showAt('/?open=new', <List mayEdit={false} />, listing())
  await screen.findByText('B10')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a record of the table is removed from its form, after a question [general.102]', async () => {
  const { requests } = await showAt(
    '/',
    <List />,
    listing(),
    answering(boxes.one, { id: 2, code: 'B9' }),
    answering(boxes.remove, null),
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'Tabella' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica B9' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'B9' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Elimina' }))
  const question = await screen.findByRole('dialog', { name: 'Eliminare B9?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Elimina' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(a => a.method === 'DELETE')?.path).toBe('/boxes/2')
})
