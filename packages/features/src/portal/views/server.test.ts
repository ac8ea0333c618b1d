// Saved views: whose they are, who sees them, and who may change shared ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { type View, views } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const rents = {
  list: 'vehicles',
  name: 'Noleggi',
  columns: ['plate', 'rent_end'],
  sort: '-rent_end',
  filters: { type: 'T,M' },
}
/** Users of one company: an editor, a reader, and another reader. */
async function company(): Promise<Readonly<Record<'editor' | 'reader' | 'other', Caller>>> {
  const { id } = await app.make.customer()
  return {
    editor: await app.as(await app.make.user(id, 'edit')),
    reader: await app.as(await app.make.user(id, 'view')),
    other: await app.as(await app.make.user(id, 'view')),
  }
}
const namesOf = async (caller: Caller, list = 'vehicles') =>
  (await caller.call(views.list, { query: { list } })).data.map(({ name }: View) => name)

test('a view keeps the columns, order and filters of its list, and only its person sees it [views.1, views.2]', async () => {
  const { reader, editor } = await company()
  const created = await reader.call(views.create, { body: rents })
  expect([created.status, created.data]).toEqual([
    201,
    { id: expect.any(Number), own: true, shared: false, ...rents },
  ])
  expect(await namesOf(reader)).toEqual(['Noleggi'])
  expect(await namesOf(reader, 'drivers')).toEqual([])
  expect(await namesOf(editor)).toEqual([])
  expect((await editor.call(views.one, { params: { id: created.data.id } })).status).toBe(404)
})
test('everybody in the company sees a shared view, and only persons who may edit can change it [views.3, views.4]', async () => {
  const { editor, reader } = await company()
  const { data: shared } = await editor.call(views.create, { body: { ...rents, shared: true } })
  const readerView = await reader.call(views.one, { params: { id: shared.id } })
  expect(readerView.data).toEqual({ ...shared, own: false })
  const params = { id: shared.id }
  expect((await reader.call(views.update, { params, body: { name: 'Altro' } })).status).toBe(422)
  expect((await reader.call(views.remove, { params })).status).toBe(422)
  expect(
    (await reader.call(views.create, { body: { ...rents, shared: true } })).failure.data,
  ).toEqual({ shared: ['Con il tuo ruolo non puoi condividere viste con l’azienda.'] })
  const changed = await editor.call(views.update, { params, body: { filters: {}, sort: '' } })
  expect(changed.data).toMatchObject({ name: 'Noleggi', filters: {}, sort: null })
  expect((await editor.call(views.remove, { params })).status).toBe(204)
})
test('a person may use a name once for a list, whatever its case [views.5]', async () => {
  const { reader, other } = await company()
  await reader.call(views.create, { body: rents })
  const again = await reader.call(views.create, { body: { ...rents, name: 'NOLEGGI' } })
  expect([again.status, Object.keys(again.failure.data ?? {})]).toEqual([422, ['name']])
  const elsewhere = await reader.call(views.create, { body: { ...rents, list: 'drivers' } })
  expect([elsewhere.status, (await other.call(views.create, { body: rents })).status]).toEqual([
    201, 201,
  ])
})
