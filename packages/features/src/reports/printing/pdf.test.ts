// The PDF of a receipt on both papers, read by a parser.
import { languages } from '@flotta/core/languages.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSay } from '../../texts/texts.ts'
import { receiptPdf, type Say } from './pdf.ts'
import { type PdfPage, readPdf } from './testing-pdf.ts'
import { receiptOfTests } from './testing-receipt.ts'

let say: Awaited<ReturnType<typeof loadSay>>
beforeAll(async () => {
  say = await loadSay()
})
const openedReceipts = new Map<string, Promise<PdfPage[]>>()
/** Each receipt is made once, because loading typefaces takes long. */
function open(
  paper: 'a4' | '80mm',
  language: (typeof languages)[number] = 'it',
  hours = 24,
): Promise<PdfPage[]> {
  const key = `${paper} ${language} ${hours}`
  const openedReceipt = openedReceipts.get(key)
  if (openedReceipt !== undefined) return openedReceipt
  const words: Say = (word, values = {}) => say(language, { key: word, values })
  const pages = receiptPdf(receiptOfTests({ hours }), paper, language, words).then(readPdf)
  openedReceipts.set(key, pages)
  return pages
}

test('a roll of 80 mm is one page as wide as the roll and as long as its content [printing.21]', async () => {
  const [page, ...others] = await open('80mm')
  expect(others).toEqual([])
  expect(Math.round(page?.width ?? 0)).toBe(80)
  const [longer] = await open('80mm', 'it', 120)
  expect(longer?.height).toBeGreaterThan((page?.height ?? 0) + 200)
  expect(longer?.height).toBeLessThan(3_000)
})
test('A4 takes as many sheets as needed, with the names of columns on each [printing.22]', async () => {
  const pages = await open('a4', 'it', 120)
  expect(pages.length).toBeGreaterThan(3)
  for (const page of pages)
    expect([Math.round(page.width), Math.round(page.height)]).toEqual([210, 297])
  for (const page of pages.slice(1)) expect(page.text).toMatch(/Ora\nT1\nT2\nSP1/)
})
test('many excursions leave the first page one page with their number, and all follow after the signature [printing.39]', async () => {
  const receipt = receiptOfTests({ hours: 120 })
  const [excursion] = receipt.excursions
  if (excursion === undefined) throw new Error('the receipt has an excursion')
  const excursions = Array.from({ length: 47 }, (_, i) => ({ ...excursion, minutes: 100 + i }))
  const words: Say = (word, values = {}) => say('it', { key: word, values })
  const pages = await readPdf(await receiptPdf({ ...receipt, excursions }, 'a4', 'it', words))
  const [first, second] = pages.map(({ text }) => text.replaceAll('\n', ' '))
  expect(first).toContain('Le 8 più lunghe su 47')
  expect(first).toContain('Firma')
  expect(first).not.toContain('138 min')
  expect(second).toContain('Tutte le escursioni (47)')
  const minutes = [...(second ?? '').matchAll(/ (1\d\d) min/g)].map(([, count]) => Number(count))
  expect(minutes).toEqual(excursions.map(one => one.minutes))
  const roll = await readPdf(await receiptPdf({ ...receipt, excursions }, '80mm', 'it', words))
  expect(roll.map(({ text }) => text.replaceAll('\n', ' ')).join('')).toContain(
    'Tutte le escursioni (47)',
  )
})
test('a week of one vehicle takes ten pages at most [printing.38]', async () => {
  expect((await open('a4', 'it', 168)).length).toBeLessThanOrEqual(10)
})
describe.each(['a4', '80mm'] as const)('on %s', paper => {
  test('the receipt has company, vehicle, period, figures, rows, the gap, the line to sign on and the code [printing.18, printing.19]', async () => {
    const text = (await open(paper)).map(p => p.text).join('\n')
    for (const words of [
      'Trasporti Aurora S.r.l.',
      'FR123KL · Krone Cool Liner',
      '21/11/2026 12:00',
      '22/11/2026 12:00',
      'Europe/Rome',
      '3 fuori range',
      'Fuori dai limiti',
      '1 escursione, la più lunga di 45 min',
      '1 interruzione',
      '*\u00a0rettificata',
      'Firma',
    ])
      expect(text.replaceAll('\n', ' ')).toContain(words)
    // the sensor with its lowest, highest and mean value
    expect(text).toMatch(/−18,4\n−11,0\n−17,9\n−17,5\n(45 min\n)?91,6 %/)
    expect(text).toMatch(/−25,0 … −15,0/)
    // the excursion as a line of a table, on a roll with its peak below
    expect(text.replaceAll('\n', ' ')).toMatch(
      /T1 21\/11 18:00 21\/11 18:45 45 min (Picco )?−11,0 \(21\/11 18:00\)( ·)? Porta aperta/,
    )
    // a row in range, and a row out of range, which is marked without colour
    expect(text).toContain('12:15\n−18,4\n−18,0\n−20,0')
    expect(text).toContain('18:00\n! −11,0\n−18,0\n−20,0')
    expect(text.replaceAll('\n', ' ')).toMatch(
      /Nessun dato dalle 22\/11\/2026 03:00 alle 22\/11\/2026 05:00 \(2 h 0 min\)/,
    )
    expect(text).toContain('04106-20G3G-C1RT')
  })
  test('every row of the register appears once', async () => {
    const text = (await open(paper, 'it', 120)).map(p => p.text).join('\n')
    // the chart on the first page has times too
    const values = text.slice(text.indexOf('Valori registrati'))
    expect([...values.matchAll(/^\d\d:\d\d[ +*]*$/gm)]).toHaveLength(
      receiptOfTests({ hours: 120 }).rows.length,
    )
  })
})
test.each(languages)('in %s every text has its letters and its words', async language => {
  const text = (await open('80mm', language)).map(p => p.text).join('\n')
  expect(text).not.toMatch(/\?|printing\./)
})
test.each(languages)('on a roll no word is broken, in %s', async language => {
  const texts = (await open('80mm', language)).flatMap(({ text }) => text.split('\n'))
  const [sheet] = await open('a4', language)
  const words = sheet?.text.split(/\s+/) ?? []
  const isPart = (text: string) =>
    /^\p{L}+$/u.test(text) && words.some(word => word !== text && word.includes(text))
  expect(texts.filter(isPart).filter(text => !words.includes(text))).toEqual([])
})
test('a period without temperatures has a note', async () => {
  const [page] = await open('80mm', 'it', 0)
  expect(page?.text.replaceAll('\n', ' ')).toContain(
    'Nessuna temperatura registrata in questo periodo.',
  )
})
