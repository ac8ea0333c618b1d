// The PDF of a report: A4 landscape, page by page as it comes; heads of columns on every page, charts drawn.
import { setImmediate as breath } from 'node:timers/promises'
import type { Cell, Item } from '@flotta/platform/report.ts'
import PDFDocument from 'pdfkit'
import type { ReportFileStore } from './files.ts'
import { isRightAligned } from './format.ts'
import { CHART_HEIGHT, drawChart } from './pdf-chart.ts'
import { TextPainter, type Weight } from './pdf-text.ts'
import {
  gapText,
  type HeadColumn,
  type ReportContext,
  type SheetHead,
  type Writer,
} from './writer.ts'

const PAGE = { width: 841.89, height: 595.28, side: 32, top: 62, bottom: 559 }
const WIDTH = PAGE.width - 2 * PAGE.side
const GREY = '#5c6470'
const BLACK = '#1c2024'
const LINE_COLOR = '#dfe3ea'
const BAND_COLOR = '#e8ecf7'
const MARKED_COLOR = '#ffefd6'
const HEAD_COLOR = '#26418f'
const PADDING = 5
const MAX_LINES = 4
/** Rows of a sheet on paper; the rest stands in the spreadsheet, and the last page says so. */
const MAX_ROWS = 20_000
/** Bytes that may wait to be stored. */
const MAX_BUFFERED_BYTES = 1_048_576

interface Column extends HeadColumn {
  /** Its place in a row. */
  readonly index: number
  readonly x: number
  readonly w: number
  readonly right: boolean
}

/** Sizes of letters in points, the one that is easiest to read first. */
const SIZES = [7.5, 6.5, 6, 5.5, 5] as const
/** With more columns than this the first size is passed over. */
const MANY_COLUMNS = 14
/** Characters of a text that stand in its column without being broken. */
const UNBROKEN_CHARACTERS = 12
type MeasuredColumn = Pick<HeadColumn, 'title' | 'width' | 'format'>

/**
 * Size of the letters and widths of the columns, both in points. A figure, a day and a word of a title are never broken: where they do not fit,
 * texts give way first, and then the letters become smaller.
 * @param measure points that a text takes in letters of a size
 */
export function fitColumns(
  columns: readonly MeasuredColumn[],
  measure: (text: string, size: number) => number,
  room: number,
): { size: number; widths: number[] } {
  const needs = (size: number) =>
    columns.map(({ title, width, format }) => {
      const words = Math.max(...title.split(' ').map(word => measure(word, size)))
      const filled = measure('0'.repeat(width), size)
      // a moment may go on in the next line after its day
      const whole =
        format === 'text'
          ? Math.min(filled, measure('n'.repeat(UNBROKEN_CHARACTERS), size))
          : format === 'instant'
            ? measure('00/00/0000', size)
            : filled
      return {
        least: Math.max(words, whole) + 2 * PADDING,
        natural: Math.max(words, filled) + 2 * PADDING,
      }
    })
  const sum = (widths: readonly number[]) => widths.reduce((a, b) => a + b, 0)
  const sizes = SIZES.slice(columns.length > MANY_COLUMNS ? 1 : 0)
  const size =
    sizes.find(one => sum(needs(one).map(need => need.least)) <= room) ??
    SIZES[SIZES.length - 1] ??
    5
  const needed = needs(size)
  const [least, natural] = [
    sum(needed.map(need => need.least)),
    sum(needed.map(need => need.natural)),
  ]
  const widthOf = (need: { readonly least: number; readonly natural: number }): number => {
    if (natural <= room) return need.natural * Math.min(1.5, room / natural)
    if (least > room) return (need.least * room) / least
    return need.least + ((need.natural - need.least) * (room - least)) / (natural - least)
  }
  return { size, widths: needed.map(widthOf) }
}

export function pdfFile(
  told: ReportContext,
  parts: Pick<ReportFileStore, 'writeAll'>,
  most = MAX_ROWS,
): Writer {
  const page = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    bufferPages: false,
    // it would remember every word of a report
    fontLayoutCache: false,
    lang: told.language,
    displayTitle: true,
    info: { Title: `${told.title} · ${told.period}`, Author: told.customer, Creator: 'Flotta' },
  })
  const texts = new TextPainter(page)
  const pages = texts.placeholder(7)
  const done = parts.writeAll(page as unknown as AsyncIterable<Uint8Array>)
  let failed: Error | null = null
  done.catch(error => {
    failed = error as Error
  })
  const { formatter, say, words } = told
  let head: SheetHead | null = null
  let columns: readonly Column[] = []
  let size: number = SIZES[0]
  let number = 0
  let rows = 0
  let y = 0
  /** The columns' titles stand on this page. */
  let headed = false
  /** What the rows are about, to be said again on a next page. */
  let about: string | null = null

  const turn = () => {
    page.addPage()
    number++
    texts.draw(told.title, PAGE.side, 22, 11, { weight: 600 })
    texts.drawRight(told.customer, PAGE.width - PAGE.side, 23, 9, { weight: 600 })
    texts.draw(head?.name ?? '', PAGE.side, 38, 8, { color: GREY })
    texts.drawRight(`${told.period} · ${told.zone}`, PAGE.width - PAGE.side, 38, 8, { color: GREY })
    rule(52, HEAD_COLOR, 1)
    texts.draw(`Flotta · ${say('reports.file.made')} ${made}`, PAGE.side, PAGE.height - 26, 7, {
      color: GREY,
    })
    // how many pages there are is known at the end: room is left for two digits, and the margin takes more
    const left = PAGE.width - PAGE.side - texts.width(say('reports.file.page_of', { total: 99 }), 7)
    texts.drawRight(`${say('reports.file.page', { page: number })} `, left, PAGE.height - 26, 7, {
      color: GREY,
    })
    pages.draw(left, PAGE.height - 26, GREY)
    y = PAGE.top
    headed = false
  }
  const made = formatter.instant(told.now)
  const rule = (at: number, color: string, width: number) =>
    page
      .lineWidth(width)
      .moveTo(PAGE.side, at)
      .lineTo(PAGE.width - PAGE.side, at)
      .stroke(color)
  const fill = (color: string, height: number) => page.rect(PAGE.side, y, WIDTH, height).fill(color)

  const lineHeight = () => size * 1.32
  /** The titles of the columns, once a page, and what the rows go on about. */
  const columnHeads = () => {
    headed = true
    if (columns.length === 0) return
    const wrapped = columns.map(({ title, unit, w }) =>
      texts.lines(unit === null ? title : `${title} (${unit})`, w - 2 * PADDING, size, 3, 600),
    )
    const height = Math.max(...wrapped.map(lines => lines.length)) * lineHeight() + 2 * PADDING
    fill(HEAD_COLOR, height)
    for (const [i, column] of columns.entries())
      put(column, wrapped[i] ?? [], y + PADDING, { weight: 600, color: '#ffffff' })
    y += height
  }
  const put = (
    { x, w, right }: Column,
    lines: readonly string[],
    top: number,
    style: { readonly weight?: Weight; readonly color?: string },
  ) => {
    for (const [i, line] of lines.entries()) {
      if (right) texts.drawRight(line, x + w - PADDING, top + i * lineHeight(), size, style)
      else texts.draw(line, x + PADDING, top + i * lineHeight(), size, style)
    }
  }
  /** Room for so much, with the titles above it. */
  const room = (height: number) => {
    if (y + height + (headed ? 0 : 24) > PAGE.bottom) {
      turn()
      if (about !== null) band(say('reports.file.continued', { about }), 400)
    }
    if (!headed) columnHeads()
  }
  const band = (text: string, weight: Weight) => {
    fill(BAND_COLOR, 16)
    texts.draw(text, PAGE.side + PADDING, y + 3.5, 8.5, { weight })
    y += 16
  }
  const cells = (row: readonly Cell[], look: 'plain' | 'marked' | 'total', label?: string) => {
    const weight = look === 'total' ? 600 : 400
    const wrapped = columns.map((column, i) => {
      const said =
        i === 0 && label !== undefined
          ? label
          : formatter.text(row[column.index] ?? null, column.format)
      return said === '' ? [] : texts.lines(said, column.w - 2 * PADDING, size, MAX_LINES, weight)
    })
    const height = Math.max(1, ...wrapped.map(lines => lines.length)) * lineHeight() + 5
    room(height)
    if (look === 'marked') fill(MARKED_COLOR, height)
    for (const [i, column] of columns.entries()) {
      const lines = wrapped[i] ?? []
      if (lines.length > 0) put(column, lines, y + 2.5, { weight, color: BLACK })
    }
    if (look === 'total') rule(y, '#8a94a6', 0.8)
    y += height
    rule(y, LINE_COLOR, 0.4)
  }
  const line = (text: string) => {
    const lines = texts.lines(text, WIDTH - 2 * PADDING, size, MAX_LINES)
    room(lines.length * lineHeight() + 5)
    for (const said of lines) {
      texts.draw(said, PAGE.side + PADDING, y + 2.5, size, { color: GREY })
      y += lineHeight()
    }
    y += 5
    rule(y, LINE_COLOR, 0.4)
  }
  const heading = (text: string, note: string | undefined) => {
    about = text
    const noted = note === undefined ? [] : texts.lines(note, WIDTH - 2 * PADDING, 7.5, MAX_LINES)
    // a heading does not stand alone at the foot of a page
    if (y > PAGE.top && y + 16 + noted.length * 10 + 60 > PAGE.bottom) turn()
    else if (y > PAGE.top) y += 8
    band(text, 600)
    for (const said of noted) {
      texts.draw(said, PAGE.side + PADDING, y + 2, 7.5, { color: GREY })
      y += 10
    }
    if (noted.length > 0) y += 3
  }
  const chart = (item: Extract<Item, { readonly chart: unknown }>) => {
    const points = item.chart.series.flatMap(s =>
      [s.points[0]?.[0] ?? [], s.points.at(-1)?.[0] ?? []].flat(),
    )
    if (points.length === 0) return
    if (y + CHART_HEIGHT + 8 > PAGE.bottom) turn()
    const labels = item.chart.series.map(({ label }) => label)
    const across = {
      title: words(item.chart.title),
      chart: item.chart,
      from: Math.min(...points),
      to: Math.max(...points),
    }
    drawChart(page, texts, formatter, across, labels, { x: PAGE.side, y: y + 6, width: WIDTH })
    y += CHART_HEIGHT + 8
    headed = false
  }
  const intro = ({ intro: said }: SheetHead) => {
    for (const [label, value] of said) {
      texts.draw(label, PAGE.side, y, 8.5, { color: GREY })
      for (const part of texts.lines(value, WIDTH - 150, 8.5, 3, 600)) {
        texts.draw(part, PAGE.side + 150, y, 8.5, { weight: 600 })
        y += 13
      }
    }
    if (said.length > 0) y += 12
  }
  const write = (item: Item): void => {
    if ('heading' in item) heading(item.heading, item.note)
    else if ('chart' in item) chart(item)
    else if ('gap' in item) line(gapText(told, item.gap))
    else if ('total' in item) cells(item.total, 'total', words(item.label))
    else if (++rows <= most) cells(item.row, item.marked === true ? 'marked' : 'plain')
    else if (rows === most + 1) line(say('reports.file.more_in_spreadsheet'))
  }
  return {
    begin(opened) {
      head = opened
      if (!head.paper) return
      rows = 0
      about = null
      const shown = head.columns.flatMap((column, index) =>
        column.paper ? [{ ...column, index }] : [],
      )
      const fitting = fitColumns(shown, (text, letters) => texts.width(text, letters, 600), WIDTH)
      const { widths } = fitting
      size = fitting.size
      let x = PAGE.side
      columns = shown.map((column, i) => {
        const w = widths[i] ?? 0
        const placed = { ...column, x, w, right: isRightAligned(column.format) }
        x += w
        return placed
      })
      turn()
      intro(head)
    },
    item(item) {
      if (head?.paper !== true) return
      if (failed !== null) throw failed
      const before = number
      write(item)
      return number === before || page.readableLength < MAX_BUFFERED_BYTES ? undefined : drained()
    },
    end() {
      if (head?.paper === true && !headed && about === null && head.intro.length === 0)
        line(say('reports.file.nothing'))
    },
    async finish() {
      pages.fill(say('reports.file.page_of', { total: number }))
      page.end()
      await done
    },
    destroy: error => void page.destroy(error),
  }
  async function drained(): Promise<void> {
    while (page.readableLength >= MAX_BUFFERED_BYTES && failed === null) await breath()
    if (failed !== null) throw failed
  }
}
