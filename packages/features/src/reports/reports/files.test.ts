// The files of a report, read back: a spreadsheet and a PDF contain the given data, in the requester's language and time zone.
import { clockText } from '@flotta/core/durations.ts'
import { DAY, HOUR } from '@flotta/core/time.ts'
import { dayBegin } from '@flotta/core/zones.ts'
import type { Format, Item, ReportChart } from '@flotta/platform/report.ts'
import readExcelFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSay, type Say } from '../../texts/texts.ts'
import { thinOut, timeMarks, valueTicks } from '../chart-axes.ts'
import type { ReportFileStore } from './files.ts'
import { unitOf, valueFormatter } from './format.ts'
import { fitColumns } from './pdf-columns.ts'
import { PdfFile } from './pdf-file.ts'
import { piecesOfPdf } from './testing-pdfjs.ts'
import type { ReportContext, SheetHead, SheetSummary, Writer } from './writer.ts'
import { columnName, sheetName, titleLines } from './xlsx-cells.ts'
import { CHART_CELLS, chartSheetFiles, roundAxis } from './xlsx-chart.ts'
import { XlsxFile } from './xlsx-file.ts'
import { Styles } from './xlsx-style.ts'
import { sheetEnd, workbookFiles } from './xlsx-workbook.ts'

let say: Say
beforeAll(async () => {
  say = await loadSay()
})

/** A store that keeps the file in memory. */
function memory() {
  const chunks: Uint8Array[] = []
  const take = async (source: AsyncIterable<Uint8Array>) => {
    for await (const bytes of source) chunks.push(bytes)
  }
  return { parts: { writeAll: take } as ReportFileStore, bytes: () => Buffer.concat(chunks) }
}
const from = dayBegin('2026-10-25', 'Europe/Rome')
const toldIn = (language: 'it' | 'en' | 'de' | 'es'): ReportContext => {
  const words: ReportContext['words'] = said => say(language, said)
  const telling = valueFormatter(language, 'Europe/Rome', [
    words({ key: 'reports.file.yes' }),
    words({ key: 'reports.file.no' }),
  ])
  return {
    formatter: telling,
    title: words({ key: 'reports.type.temp' }),
    about: 'AB123CD',
    facts: [[words({ key: 'reports.file.vehicle' }), 'AB123CD']],
    hasTitlePage: false,
    customer: 'Łódź & Söhne S.p.A.',
    period: telling.period(from, from + 25 * HOUR),
    zone: 'Europe/Rome',
    language,
    now: from + 2 * DAY,
    say: (key, values = {}) => words({ key, values }),
    words,
  }
}
const column = (key: string, format: Format, width = 12, paper = true) => ({
  key,
  title: key,
  unit: unitOf(format),
  format,
  width,
  longestWord: width,
  paper,
})
const head = (columns: SheetHead['columns'], over: Partial<SheetHead> = {}): SheetHead => ({
  name: 'Dati',
  columns,
  isCompleteness: false,
  ...over,
})
async function write(
  writer: Writer,
  sheet: SheetHead,
  items: Iterable<Item>,
  summaries: readonly SheetSummary[] = [],
): Promise<void> {
  await writer.begin(sheet)
  for (const item of items) await writer.item(item)
  await writer.end()
  await writer.finish(summaries)
}
async function xlsx(
  context: ReportContext,
  sheet: SheetHead,
  items: Iterable<Item>,
  most?: number,
) {
  const { parts, bytes } = memory()
  await write(new XlsxFile(context, context.language as 'it', parts, most), sheet, items)
  // the first sheet says what the report is about
  return (await readExcelFile(bytes())).slice(1)
}
/** The pieces of a text may be apart, so texts are compared without spaces. */
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')
async function pdf(
  context: ReportContext,
  sheet: SheetHead,
  items: Iterable<Item>,
  most?: number,
): Promise<string[]> {
  const { parts, bytes } = memory()
  await write(new PdfFile(context, parts, most), sheet, items)
  return (await piecesOfPdf(bytes())).map(pieces => withoutSpaces(pieces.join('')))
}

test('a length is rounded once, and reads the same in the spreadsheet, on paper and in the viewer', async () => {
  const lengths = [2_371, 2_369, 29, 30, 90_029, 0]
  const sheet = head([column('for', 'duration')])
  const rows = lengths.map(length => ({ row: [length] }))
  const clocks = ['0:40', '0:39', '0:00', '0:01', '25:00', '0:00']
  expect(lengths.map(clockText)).toEqual(clocks)
  const [table] = await xlsx(toldIn('it'), sheet, rows)
  // the reader takes durations for dates since 1900
  expect(
    table?.data
      .slice(1)
      .map(([cell]) => Math.round((Number(cell) / DAY + 25_569) * 24 * 60 * 1e6) / 1e6),
  ).toEqual([40, 39, 0, 1, 1_500, 0])
  const [page = ''] = await pdf(toldIn('it'), sheet, rows)
  expect(page).toContain(clocks.join(''))
})

const rowsOf = (count: number): Item[] => Array.from({ length: count }, (_, n) => ({ row: [n] }))

describe('a spreadsheet', () => {
  test('keeps texts as texts, whatever they begin with, and leaves out characters that no file can hold [reports.43]', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      'a\u0000b\u0007c',
      '<&">',
      '\ud800',
      ' spaced ',
      'x'.repeat(40_000),
    ]
    const [sheet] = await xlsx(
      toldIn('it'),
      head([column('text', 'text')]),
      texts.map(text => ({ row: [text] })),
    )
    expect(sheet?.data.slice(1).flat()).toEqual([
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      'abc',
      '<&">',
      '\ufffd',
      expect.stringMatching(/spaced/),
      'x'.repeat(32_767),
    ])
  })
  test('has instants by the customer’s clocks, and durations, numbers and days as values of their kind [reports.44]', async () => {
    const columns = [
      column('at', 'instant'),
      column('day', 'day'),
      column('for', 'duration'),
      column('t', 'celsius'),
      column('on', 'flag'),
    ]
    const [sheet] = await xlsx(toldIn('de'), head(columns), [
      { row: [from + 12 * HOUR, '2026-10-25', 90 * 60, -18.4, true] },
      { row: [null, null, null, null, null] },
    ])
    const [at, day, duration, celsius, flag] = sheet?.data[1] ?? []
    // eleven hours after midnight, because the clocks go back by an hour on this day
    expect(new Date(Math.round(Number(at) / 1_000) * 1_000).toISOString()).toBe(
      '2026-10-25T11:00:00.000Z',
    )
    expect(new Date(Number(day)).toISOString()).toBe('2026-10-25T00:00:00.000Z')
    expect([(Number(duration) / DAY + 25_569) * 24, celsius, flag]).toEqual([1.5, -18.4, 'ja'])
    expect(sheet?.data[0]).toEqual(['at', 'day', 'for (h:mm)', 't (°C)', 'on'])
  })
  test('begins with its totals, and each sheet is one table with a filter, apart from its totals [reports.93]', async () => {
    const { parts, bytes } = memory()
    const sheet = head([column('mezzo', 'text'), column('km', 'trip_km')])
    const items: Item[] = [
      { heading: 'AB123CD' },
      { row: ['AB123CD', 10] },
      { gap: [from, from + HOUR] },
      { row: ['AB123CD', 5] },
      { total: [null, 15], label: { key: 'reports.total' } },
      { heading: 'EF456GH', note: 'Nessun dato' },
    ]
    const figure = { title: 'km', value: '15,0 km', cell: 15, format: 'trip_km' } as const
    await write(new XlsxFile(toldIn('it'), 'it', parts), sheet, items, [
      { name: 'Dati', rows: 2, figures: [figure], empty: ['EF456GH'] },
    ])
    const [first, table] = await readExcelFile(bytes())
    expect(table?.data).toEqual([
      ['mezzo', 'km (km)'],
      ['AB123CD', 10],
      ['AB123CD', 5],
      ['EF456GH', null],
      [null, null],
      ['Totale', 15],
    ])
    expect(first?.data).toEqual(
      expect.arrayContaining([
        ['Mezzo', 'AB123CD'],
        ['km (km)', 15],
        ['Senza dati nel periodo', 'EF456GH'],
      ]),
    )
    const names = [{ name: 'Dati', file: 1, table: 'A1:B4' }]
    const files = workbookFiles(names, toldIn('it'), new Styles('it'))
    expect(files['xl/workbook.xml']).toContain('localSheetId="0" hidden="1">\'Dati\'!$A$1:$B$4<')
    expect(sheetEnd(toldIn('it'), 'A1:B4')).toContain('<autoFilter ref="A1:B4"/>')
    const chartSheet = [{ name: 'Grafico', file: 1, table: null, chart: CHART_CELLS }]
    expect(workbookFiles(chartSheet, toldIn('it'), new Styles('it'))['xl/workbook.xml']).toContain(
      '<definedName name="_xlnm.Print_Area" localSheetId="0">\'Grafico\'!$A$1:$P$36</definedName>',
    )
  })
  test('has a sheet with each chart and its points, interrupted where the line is [reports.95]', async () => {
    const { parts, bytes } = memory()
    const chart: ReportChart = {
      title: { key: 'reports.type.temp' },
      format: 'celsius',
      series: [
        {
          label: 'T1',
          points: [
            [from, -18],
            [from + HOUR, null],
            [from + 2 * HOUR, -19],
          ],
        },
        { label: 'Setpoint', dashed: true, like: 0, points: [[from, -20]] },
        { label: 'Massimo', limit: true, like: 0, points: [[from, -15]] },
      ],
    }
    const items: Item[] = [{ heading: 'AB123CD' }, { chart }, ...rowsOf(2)]
    await write(new XlsxFile(toldIn('it'), 'it', parts), head([column('n', 'count')]), items)
    const sheets = await readExcelFile(bytes())
    expect(sheets.map(({ sheet }) => sheet)).toEqual([
      'Informazioni',
      'Dati',
      'Temperature AB123CD',
    ])
    const [heads = [], ...points] = (sheets[2]?.data ?? []).map(row => row.slice(-6))
    expect(heads.filter((_, i) => i % 2 === 1)).toEqual(['T1', 'Setpoint', 'Massimo'])
    expect(points.map(row => [row[1], row[3], row[5]])).toEqual([
      [-18, -20, -15],
      [null, null, null],
      [-19, null, null],
    ])
    const place = { name: "Dati d'oggi", file: 3 }
    const files = chartSheetFiles(
      { subject: 'AB123CD', chart, after: 1 },
      place,
      toldIn('it'),
      new Styles('it'),
    )
    const chartXml = files['xl/charts/chart3.xml'] ?? ''
    expect(chartXml).toContain("<c:f>'Dati d''oggi'!$R$2:$R$4</c:f>")
    expect(chartXml).toContain("<c:f>'Dati d''oggi'!$S$2:$S$4</c:f>")
    // a setpoint has the colour of its sensor; a limit is not in the legend
    expect(chartXml.match(/srgbClr val="2e51bb"/g)).toHaveLength(3)
    expect(chartXml).toContain('<c:legendEntry><c:idx val="2"/><c:delete val="1"/></c:legendEntry>')
  })
  test('has the marks of a chart on whole hours or days [reports.95]', () => {
    const day = 46_353
    expect(roundAxis(day + 0.003, day + 1.99)).toEqual({ first: day, last: day + 2, step: 1 / 6 })
    expect(roundAxis(day + 0.3, day + 6.2)).toEqual({ first: day, last: day + 6.5, step: 0.5 })
    expect(roundAxis(day + 0.3, day + 30.9)).toEqual({ first: day, last: day + 31, step: 4 })
    expect(roundAxis(day + 0.25, day + 0.25)).toMatchObject({ first: day + 0.25, step: 1 / 24 })
  })
  test.each([
    ['Mezzo', 10, 1],
    ['Costo totale (€)', 16, 1],
    ['Costo totale (€)', 12, 2],
    ['Temperatura media cinetica (°C)', 11, 4],
    ['Temperatura', 6, 1],
  ])('the title %s in a column of %i letters takes lines: %i [reports.93]', (title, width, lines) =>
    expect(titleLines(title, width)).toBe(lines),
  )
  test('continues in another sheet when one is full, with the same titles, and loses no row', async () => {
    const sheets = await xlsx(
      toldIn('it'),
      head([column('n', 'count')]),
      Array.from({ length: 25 }, (_, n) => ({ row: [n] })),
      10,
    )
    expect(sheets.map(s => s.sheet)).toEqual(['Dati', 'Dati (2)', 'Dati (3)'])
    expect(sheets.flatMap(s => s.data.slice(1).flat())).toEqual(
      Array.from({ length: 25 }, (_, n) => n),
    )
    expect(sheets.every(s => s.data[0]?.[0] === 'n')).toBe(true)
  })
  test.each([
    ['Temperature: A/B [x]?', [], 'Temperature A B x'],
    ["'quoted'", [], 'quoted'],
    ['Gruppo frigo e temperature del mezzo', [], 'Gruppo frigo e temperature del'],
    ['Viaggi', ['viaggi', 'viaggi (2)'], 'Viaggi (3)'],
    ['///', [], '1'],
  ])('names a sheet %s so that spreadsheets take it', (wanted, taken, name) =>
    expect(sheetName(wanted, new Set(taken))).toBe(name),
  )
  test('names its columns as spreadsheets do', () =>
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']))
})

describe('a PDF', () => {
  const columns = [
    column('mezzo', 'text', 8, false),
    column('ora', 'instant', 19),
    column('temperatura', 'celsius', 6),
    column('nota', 'text', 20),
  ]
  const rows = (n: number): Item[] =>
    Array.from({ length: n }, (_, i) => ({
      row: ['AB123CD', from + i * HOUR, -18.4 + i, `nota ${i} € àèìòù ß Ł Ж`],
      ...(i === 2 && { marked: true }),
    }))
  test('writes values in the reader’s language and letters of every alphabet, and repeats company, period and heading on every page [reports.45]', async () => {
    const pages = await pdf(toldIn('it'), head(columns), [
      { heading: 'AB123CD', note: 'Frigo' },
      ...rows(80),
      { total: [null, null, 1234.5, null], label: { key: 'reports.total' } },
    ])
    expect(pages.length).toBeGreaterThan(1)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(withoutSpaces('Łódź & Söhne S.p.A.'))
      expect(page).toContain(withoutSpaces('25/10/2026 · Europe/Rome'))
      expect(page).toContain(withoutSpaces('temperatura (°C)'))
      expect(page).toContain(withoutSpaces(`Pagina ${i + 1} di ${pages.length}`))
      if (i > 0) expect(page).toContain(withoutSpaces('AB123CD (segue)'))
    }
    const all = pages.join(' ')
    expect(all).toContain(withoutSpaces('25/10/2026 00:00:00'))
    expect(all).toContain(withoutSpaces('-18,4'))
    expect(all).toContain(withoutSpaces('nota 7 € àèìòù ß'))
    expect(all).toContain(withoutSpaces('Totale'))
    expect(all).toContain(withoutSpaces('1.234,5'))
    for (let i = 0; i < 80; i++) expect(all).toContain(withoutSpaces(`nota ${i} €`))
    // the value of the heading is not repeated in every row
    expect(all).not.toContain(withoutSpaces('mezzo'))
  })
  test('in another language has its own numbers, days and words [reports.42]', async () => {
    const [page = ''] = await pdf(toldIn('de'), head(columns), [
      ...rows(2),
      { gap: [from, from + 90 * 60_000] },
    ])
    expect(page).toContain(withoutSpaces('25.10.2026 00:00:00'))
    expect(page).toContain(
      withoutSpaces('Keine Daten von 25.10.2026 00:00:00 bis 25.10.2026 01:30:00 (1:30 h)'),
    )
    expect(page).toContain(withoutSpaces('Seite 1 von 1'))
  })
  test('draws a chart with its unit, its times and its lines’ names', async () => {
    const points = Array.from(
      { length: 5_000 },
      (_, i) => [from + (i * 25 * HOUR) / 5_000, i === 100 ? null : Math.sin(i / 300) * 5] as const,
    )
    const [page = ''] = await pdf(toldIn('en'), head(columns), [
      { heading: 'AB123CD' },
      {
        chart: {
          title: { key: 'reports.type.temp' },
          format: 'celsius',
          series: [
            { label: 'T1', points },
            { label: 'Setpoint', dashed: true, points },
          ],
        },
      },
      ...rows(1),
    ])
    expect(page).toContain(withoutSpaces('Temperatures (°C)'))
    for (const word of ['T1', 'Setpoint', '25/10', '12:00', '-5'])
      expect(page).toContain(withoutSpaces(word))
  })
  test('leaves the rows that are too many for paper to the spreadsheet, with a note', async () => {
    const [page = ''] = await pdf(toldIn('it'), head(columns), rows(10), 5)
    expect(page).toContain(withoutSpaces('le altre sono nel foglio di calcolo'))
    expect(page).not.toContain(withoutSpaces('nota 5 '))
  })
  describe('with a title page', () => {
    const summaries: readonly SheetSummary[] = [
      {
        name: 'Dati',
        rows: 3,
        figures: [{ title: 'Distanza', value: '1.234,5 km', cell: 1_234.5, format: 'trip_km' }],
        empty: [],
      },
    ]
    const titled = async (items: Iterable<Item>, sheets = summaries) => {
      const { parts, bytes } = memory()
      const context = { ...toldIn('it'), hasTitlePage: true }
      await write(new PdfFile(context, parts), head(columns), items, sheets)
      const pages = await piecesOfPdf(bytes())
      return {
        pages: pages.map(pieces => withoutSpaces(pieces.join(''))),
        hasBookmarks: bytes().toString('latin1').includes('/Outlines'),
      }
    }
    test('begins with its subject and its totals, and has no index when it is short [reports.89]', async () => {
      const { pages, hasBookmarks } = await titled(rows(3))
      expect([pages.length, hasBookmarks]).toEqual([2, false])
      const [title = '', body = ''] = pages
      for (const words of ['AB123CD', 'Totali', '1.234,5 km', 'Distanza', 'Pagina 1 di 2'])
        expect(title).toContain(withoutSpaces(words))
      expect(title).not.toContain('Indice')
      expect(body).toContain(withoutSpaces('Pagina 2 di 2'))
    })
    test('names a total once where several sheets have the same one', async () => {
      const { pages } = await titled(rows(3), [
        ...summaries,
        ...summaries.map(summary => ({ ...summary, name: 'Altro taglio' })),
      ])
      expect(pages[0]?.split(withoutSpaces('1.234,5 km'))).toHaveLength(2)
      expect(pages[0]).not.toContain(withoutSpaces('Altro taglio'))
    })
    test('has an index and bookmarks from ten pages on [reports.90]', async () => {
      const items = ['AB123CD', 'EF456GH'].flatMap(heading => [{ heading }, ...rows(200)])
      const { pages, hasBookmarks } = await titled(items)
      expect(pages.length).toBeGreaterThanOrEqual(10)
      const second = pages.findIndex(page => page.includes('EF456GH') && page !== pages[0]) + 1
      expect(pages[0]).toContain(withoutSpaces(`Indice Dati 2 AB123CD 2 EF456GH ${second}`))
      expect(hasBookmarks).toBe(true)
    })
  })
  test('puts sheets below each other, and leaves no heading alone at the foot of a page [reports.91]', async () => {
    const { parts, bytes } = memory()
    const file = new PdfFile(toldIn('it'), parts)
    for (const name of ['Primo', 'Secondo', 'Terzo']) {
      file.begin(head(columns, { name }))
      for (const item of [{ heading: 'AB123CD' }, ...rows(1)]) await file.item(item)
      file.end()
    }
    await file.finish([])
    expect(await piecesOfPdf(bytes())).toHaveLength(1)
    const names = Array.from({ length: 60 }, (_, i) => `mezzo${String(i).padStart(3, '0')}.`)
    const pages = await pdf(
      toldIn('it'),
      head(columns),
      names.flatMap((heading, i) => [
        { heading },
        { row: [heading, from, -18.4, `riga ${heading}`] },
        ...rows(i % 3),
      ]),
    )
    for (const name of names)
      expect(
        pages.filter(page => page.includes(`riga${name}`) && page.includes(name)),
      ).toHaveLength(1)
    const standsAlone = (page: string) =>
      names.filter(name => page.includes(name) && !page.includes(`riga${name}`))
    // a heading goes on where its rows do
    expect(pages.flatMap(standsAlone).filter(name => !name.endsWith('(segue)'))).toEqual([])
  })
  test('has a page with a note for a sheet without data [reports.46]', async () => {
    expect((await pdf(toldIn('it'), head(columns), []))[0]).toContain(
      withoutSpaces('Nessun dato nel periodo'),
    )
  })
  describe('its columns', () => {
    const ROOM = 778
    const measure = (text: string, size: number) => text.length * size * 0.6
    const on = (...columns: (readonly [format: Format, width: number, title?: string])[]) =>
      within(ROOM, ...columns)
    const within = (
      room: number,
      ...columns: (readonly [format: Format, width: number, title?: string])[]
    ) =>
      fitColumns(
        columns.map(([format, width, title = 'x']) => ({
          format,
          width,
          longestWord: Math.min(width, 12),
          title,
        })),
        measure,
        room,
      )
    test('fill the page when they are short', () => {
      const { size, widths } = on(['text', 10], ['count', 10])
      expect([size, widths[0] === widths[1], (widths[0] ?? 0) > 60]).toEqual([7.5, true, true])
    })
    test('fill a page that they would nearly fill, and else keep close together', () => {
      const total = (...columns: Parameters<typeof on>) =>
        Math.round(on(...columns).widths.reduce((a, b) => a + b, 0))
      const text = measure('0', 7.5)
      const width = (share: number) => Math.round((ROOM * share) / 1.5 / text - 10 / text)
      expect(total(['text', width(0.95)])).toBe(ROOM)
      expect(total(['text', width(0.5)])).toBeLessThan(ROOM * 0.55)
    })
    test('make texts narrower first', () => {
      const { size, widths } = on(['text', 100], ['count', 10])
      expect(size).toBe(7.5)
      expect(widths[1]).toBeGreaterThanOrEqual(measure('0'.repeat(10), 7.5))
    })
    test('make the letters somewhat smaller before a text takes a third line', () => {
      const columns = [
        ['instant', 19],
        ['instant', 19],
        ['text', 60],
        ['text', 60],
      ] as const
      const { size, widths } = within(430, ...columns)
      expect(size).toBe(6.5)
      for (const width of widths.slice(2))
        expect(width).toBeGreaterThanOrEqual(measure('0'.repeat(30), size))
    })
    test('give a moment the width of its figures and of the narrow signs between them', () => {
      const figuresAlone = (text: string, size: number) => measure(text.replace(/\D/g, ''), size)
      const moment = { format: 'instant', width: 19, longestWord: 10, title: 'x' } as const
      const text = { format: 'text', width: 200, longestWord: 10, title: 'x' } as const
      const { size, widths } = fitColumns([moment, text], figuresAlone, ROOM)
      expect(widths[0]).toBeLessThan(measure('0'.repeat(19), size))
    })
    test.each(['day', 'instant', 'count'] as const)(
      'never break a %s, but make the letters smaller [reports.92]',
      format => {
        const { size, widths } = within(
          600,
          ...Array.from({ length: 12 }, () => [format, 10] as const),
          ['text', 40],
        )
        expect(size).toBeLessThan(7.5)
        for (const width of widths.slice(0, 12))
          expect(width).toBeGreaterThanOrEqual(measure('22/11/2026', size))
      },
    )
    test('never break a word of a text [reports.92]', () => {
      const { size, widths } = on(...Array.from({ length: 8 }, () => ['text', 60] as const), [
        'count',
        10,
      ])
      for (const width of widths.slice(0, 8))
        expect(width).toBeGreaterThanOrEqual(measure('n'.repeat(12), size))
    })
    test('never break a word of a title [reports.92]', () => {
      const { size, widths } = on(
        ...Array.from({ length: 10 }, () => ['count', 3, 'Refrigerazione media'] as const),
      )
      for (const width of widths)
        expect(width).toBeGreaterThanOrEqual(measure('Refrigerazione', size))
    })
    test.each([1, 14, 15, 40])('never leave the page, even %d of them', count => {
      const { widths } = on(...Array.from({ length: count }, () => ['count', 30] as const))
      expect(widths.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(ROOM * 1.0001)
    })
  })
})

describe('a chart', () => {
  test.each([
    [-18.4, 4.2, [-20, -10, 0, 10]],
    [0, 100, [0, 50, 100]],
    [12.3, 12.3, [10, 15]],
    [11.9, 12.6, [11.8, 12, 12.2, 12.4, 12.6]],
  ])('of values from %d to %d has round marks around them', (least, most, ticks) =>
    expect(valueTicks(least, most)).toEqual(ticks),
  )
  test('marks whole hours of the clocks over a day of 25 hours', () => {
    const { localTime } = valueFormatter('it', 'Europe/Rome', ['', ''])
    const marks = timeMarks(from, from + 25 * HOUR, localTime)
    expect(marks.map(m => new Date(localTime(m.at)).getUTCHours() % 3)).toEqual(marks.map(() => 0))
    expect(marks.filter(m => m.day)).toHaveLength(2)
  })
  test('thinned to its pixels keeps the least, the most and every gap', () => {
    const points = Array.from(
      { length: 1_000 },
      (_, i) => [i, i === 500 ? null : i === 333 ? 99 : i === 777 ? -99 : 0] as const,
    )
    const thinPoints = thinOut(points, at => Math.floor(at / 100))
    expect(thinPoints.length).toBeLessThan(60)
    expect(thinPoints.map(([, v]) => v)).toEqual(expect.arrayContaining([99, -99, null]))
    expect(thinPoints.map(([at]) => at)).toEqual(
      thinPoints.map(([at]) => at).toSorted((a, b) => a - b),
    )
  })
})
