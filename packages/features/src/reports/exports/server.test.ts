// A table of a screen as a PDF: its contents, its company, and that simultaneous requests wait for each other.
import { TABLE_MOST_ROWS } from '@flotta/core/table-file.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { readPdf } from '../printing/testing-pdf.ts'
import type { RequestedTable } from './pdf.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-20T11:00:00Z')
})
afterAll(() => app.close())
beforeEach(async () => {
  const customer = await app.make.customer({ name: 'Łódź Trasporti' })
  token = (await app.as(await app.make.user(customer.id, 'view'))).token ?? ''
})

const table: RequestedTable = {
  title: 'Mezzi',
  columns: [
    { title: 'Targa', figures: false },
    { title: 'Km', figures: true },
  ],
  rows: ['FR 123 KL\t1.370.000', '=cmd()\t'],
}
async function ask(body: object, language = 'it') {
  const answer = await app.server.app.inject({
    method: 'POST',
    url: '/api/v1/exports/pdf',
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    payload: body,
  })
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    bytes: answer.rawPayload,
    answer,
  }
}
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')
const pagesOf = (bytes: Uint8Array) => readPdf(bytes).map(page => withoutSpaces(page.text))

test('the PDF of a table has title, company, time, heads and every row as the screen shows it [exports.4]', async () => {
  const { status, type, bytes } = await ask(table)
  expect([status, type]).toEqual([200, 'application/pdf'])
  const [page, ...more] = pagesOf(bytes)
  expect(more).toEqual([])
  for (const word of [
    'Mezzi',
    'Łódź Trasporti',
    '2 righe',
    'Targa',
    'Km',
    'FR 123 KL',
    '1.370.000',
    '=cmd()',
    '20/11/2026 12:00',
  ])
    expect(page).toContain(withoutSpaces(word))
})
test('the PDF is in the language of the reader', async () => {
  expect(pagesOf((await ask(table, 'en')).bytes)[0]).toContain(withoutSpaces('2 rows'))
})
test('the PDF has the heads on every page', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => `TARGA${i}\t${i}`)
  const pages = pagesOf((await ask({ ...table, rows })).bytes)
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toContain('TargaKm')
  expect(pages.join('')).toContain('TARGA99')
})
test('a request without a proper table is refused', async () => {
  for (const wrong of [
    {},
    { ...table, columns: [] },
    { ...table, title: '' },
    { ...table, rows: [[1]] },
    { ...table, rows: Array(TABLE_MOST_ROWS + 1).fill('') },
  ])
    expect((await ask(wrong)).status).toBe(422)
})
test('the longest table allowed is printed whole', async () => {
  const rows = Array.from({ length: TABLE_MOST_ROWS }, (_, i) => `T${i}`)
  const { status, bytes } = await ask({ ...table, rows })
  expect(status).toBe(200)
  expect(pagesOf(bytes).at(-1)).toContain(`T${TABLE_MOST_ROWS - 1}`)
})
test('the PDF of an empty table counts no rows', async () => {
  expect(pagesOf((await ask({ ...table, rows: [] })).bytes)[0]).toContain(withoutSpaces('0 righe'))
})
test('a company that requests many PDFs at once is asked to wait for some, and holds up nobody else', async () => {
  const strangerToken =
    (await app.as(await app.make.user((await app.make.customer()).id, 'view'))).token ?? ''
  const mine = token
  const many = Array.from({ length: 10 }, () => ask(table))
  token = strangerToken
  const [answers, theirs] = await Promise.all([Promise.all(many), ask(table)])
  token = mine
  expect(theirs.status).toBe(200)
  const statuses = answers.map(a => a.status)
  expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0)
  expect(statuses.filter(status => status === 429).length).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  for (const { status, answer } of answers)
    if (status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(table)).status).toBe(200)
})
