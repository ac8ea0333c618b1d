// The receipt as a PDF: A4 page by page with the columns' names on each, or one page of 80 mm as long as it takes.
import { wholeMinutes } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { SECOND } from '@flotta/core/time.ts'
import { clockAt } from '@flotta/core/zones.ts'
import PDFDocument from 'pdfkit'
import { TextPainter, type Weight } from '../reports/pdf-text.ts'
import type { Paper, Receipt } from './contract.ts'
import { columnsOf, countsOf, linesOf, markOf, type ReceiptLine } from './lines.ts'
import { qrOf } from './qr.ts'

/** Points a millimetre. */
const MM = 72 / 25.4
/** mm, and the size of texts in points. */
const papers = {
  a4: { width: 210, height: 297, margin: 14, size: 8.5, qr: 32 },
  // longer than any: what is not needed is cut off
  '80mm': { width: 80, height: 5_000, margin: 4, size: 7, qr: 38 },
} as const
const GREY = '#444444'
const BLACK = '#000000'

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

export async function receiptPdf(
  receipt: Receipt,
  paper: Paper,
  language: Language,
  say: Say,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = papers[paper]
  const page = new PDFDocument({
    size: [width * MM, height * MM],
    margin: 0,
    lang: language,
    displayTitle: true,
    info: {
      Title: `${say('printing.receipt.title')} · ${receipt.vehicle.plate}`,
      Author: receipt.company.name,
      Creator: 'Flotta',
    },
  })
  const end = lay(page, receipt, paper, language, say)
  // the page of a roll is its upper part
  if (paper === '80mm')
    Object.assign(page.page.dictionary.data, {
      MediaBox: [0, height * MM - end, width * MM, height * MM],
    })
  page.end()
  const parts: Uint8Array[] = []
  for await (const part of page as unknown as AsyncIterable<Uint8Array>) parts.push(part)
  return Buffer.concat(parts)
}

/** @returns where it ends, points */
function lay(
  page: PDFKit.PDFDocument,
  receipt: Receipt,
  paper: Paper,
  language: Language,
  say: Say,
): number {
  const { company, vehicle, timezone, statistics, excursions, rows, code, url } = receipt
  const sheet = papers[paper]
  const [left, right] = [sheet.margin * MM, (sheet.width - sheet.margin) * MM]
  const bottom = (sheet.height - sheet.margin) * MM
  const texts = new TextPainter(page)
  const { sensors, setpoints } = columnsOf(receipt)
  const counts = countsOf(receipt)
  const decimals = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const degrees = (value: number | null): string =>
    value === null
      ? '—'
      : decimals
          .format(value)
          .replace(/^-(0(?:[.,]0)?)$/, '$1')
          .replace('-', '\u2212')
  const day = (iso: string): string => iso.slice(0, 10).split('-').reverse().join('/')
  const moment = (at: string | number): string => {
    const clock = clockAt(typeof at === 'number' ? at : Date.parse(at), timezone)
    return `${day(clock)} ${clock.slice(11)}`
  }
  /** Day and month are enough inside of five days. */
  const clockOf = (at: string | null): string => {
    if (at === null) return ''
    const clock = clockAt(Date.parse(at), timezone)
    return `${clock.slice(8, 10)}/${clock.slice(5, 7)} ${clock.slice(11)}`
  }
  let y = sheet.margin * MM
  let number = 1
  const step = (size: number) => size * 1.3
  const put = (
    text: string,
    size: number,
    style: { readonly weight?: Weight; readonly color?: string } = {},
    width = right - left,
    x = left,
  ) => {
    if (text === '') return
    for (const line of texts.lines(text, width, size, 12, style.weight)) {
      texts.draw(line, x, y, size, { color: BLACK, ...style })
      y += step(size)
    }
  }
  const rule = (thick: number, dash?: number) => {
    page.lineWidth(thick).moveTo(left, y).lineTo(right, y)
    if (dash === undefined) page.stroke(BLACK)
    else page.dash(dash, { space: dash }).stroke(BLACK).undash()
  }

  const headWidth = paper === 'a4' ? right - left - (sheet.qr + 6) * MM : right - left
  const top = y
  put(say('printing.receipt.title'), sheet.size * 1.7, { weight: 600 }, headWidth)
  put(company.name, sheet.size * 1.2, { weight: 600 }, headWidth)
  put(
    [company.address, [company.zip_code, company.city].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    sheet.size,
    {},
    headWidth,
  )
  if (company.vat_id !== null)
    put(`${say('printing.receipt.vat_id')} ${company.vat_id}`, sheet.size, {}, headWidth)
  const { size: modules, d } = qrOf(url)
  const scale = (sheet.qr * MM) / modules
  const qrTop = paper === 'a4' ? top : y + 2 * MM
  page
    .save()
    .translate(paper === 'a4' ? right - sheet.qr * MM : (left + right - sheet.qr * MM) / 2, qrTop)
    .scale(scale)
    .path(d)
    .fill(BLACK)
    .restore()
  y = Math.max(y, qrTop + sheet.qr * MM) + 2 * MM

  const facts: readonly (readonly [string, string])[] = [
    ['vehicle', [vehicle.plate, vehicle.model].filter(Boolean).join(' · ')],
    ...(vehicle.serial === null ? [] : [['serial', vehicle.serial] as const]),
    ['from', moment(receipt.period_from)],
    ['to', moment(receipt.period_to)],
    ['result', say(`register.verdict.${receipt.verdict}`)],
    ['issued', `${moment(receipt.issued_at)} · ${timezone}`],
    [
      'samples',
      [
        say('printing.receipt.every', {
          count: counts.samples,
          minutes: Math.round(receipt.interval / 60),
        }),
        say('printing.receipt.out', { count: counts.out }),
        say('printing.receipt.gaps', { count: counts.gaps }),
      ].join(' · '),
    ],
  ]
  const label = (paper === 'a4' ? 40 : 22) * MM
  for (const [name, value] of facts) {
    texts.draw(say(`printing.receipt.${name}`), left, y, sheet.size, { color: GREY })
    put(value, sheet.size, { weight: 600 }, right - left - label, left + label)
  }
  y += 3 * MM

  /** Cells of equal width, the first to the left, the others to the right. */
  const cells = (
    values: readonly string[],
    size: number,
    { weight, bold = [] }: { readonly weight?: Weight; readonly bold?: readonly number[] } = {},
  ) => {
    const width = (right - left) / values.length
    for (const [i, value] of values.entries()) {
      const style = { color: BLACK, weight: bold.includes(i) ? 600 : (weight ?? 400) } as const
      if (i === 0) texts.draw(value, left + 1.5 * MM, y, size, style)
      else texts.drawRight(value, left + width * (i + 1) - 1.5 * MM, y, size, style)
    }
    y += step(size) + 0.8
  }
  /** On A4 a next page begins with what it is about. */
  const room = (height: number, next?: () => void) => {
    if (paper !== 'a4' || y + height <= bottom) return
    page.addPage()
    number++
    y = sheet.margin * MM
    texts.drawRight(
      `${moment(receipt.period_from)} – ${moment(receipt.period_to)} · ${number}`,
      right,
      y,
      sheet.size,
      { color: GREY },
    )
    put(`${vehicle.plate} · ${company.name}`, sheet.size, { weight: 600 })
    y += 2 * MM
    next?.()
  }
  const size = paper === 'a4' ? sheet.size : 6.5
  if (statistics.length > 0) {
    put(say('printing.receipt.unit'), sheet.size * 0.9, { color: GREY })
    cells(
      ['sensor', 'min', 'max', 'average', 'received'].map(word => say(`printing.receipt.${word}`)),
      sheet.size,
      { weight: 600 },
    )
    rule(0.8)
    y += 2
    for (const s of statistics) {
      const known = s.completeness === null ? '' : `${decimals.format(s.completeness)} %`
      cells([s.sensor, degrees(s.min), degrees(s.max), degrees(s.average), known], sheet.size, {
        bold: [0],
      })
      cells(['', clockOf(s.min_at), clockOf(s.max_at), '', ''], size * 0.9)
    }
    y += 2 * MM
  }
  if (receipt.since !== null)
    put(say('printing.receipt.since', { at: moment(receipt.since) }), sheet.size)
  if (excursions.length > 0) {
    put(say('printing.receipt.excursions'), sheet.size, { weight: 600 })
    for (const e of excursions) {
      room(2 * step(sheet.size))
      const words = {
        sensor: e.sensor,
        from: clockOf(e.from),
        to: clockOf(e.to),
        count: e.minutes,
        peak: degrees(e.peak),
        at: clockOf(e.peak_at),
      }
      const cause = e.cause === null ? '' : ` · ${say(`register.cause.${e.cause}`)}`
      put(
        `${say('printing.receipt.excursion', words)}${cause}${e.registered ? '' : ' ~'}`,
        sheet.size,
      )
    }
    y += 2 * MM
  }

  const heads = () => {
    cells(
      [say('printing.receipt.time'), ...sensors, ...setpoints.map(name => `SP${name.slice(-1)}`)],
      size,
      { weight: 600 },
    )
    rule(0.8)
    y += 2
  }
  const told = (line: ReceiptLine) => {
    room(line.kind === 'day' ? 4 * step(size) : step(size) * 2, heads)
    if (line.kind === 'day') {
      y += 2
      put(day(line.day), size, { weight: 600 }, right - left, left + 1.5 * MM)
      y += 1.5
    } else if (line.kind === 'gap') {
      const words = say('printing.receipt.gap', {
        from: moment(line.from),
        to: moment(line.to),
        length: lengthText((line.to - line.from) / SECOND),
      })
      rule(0.8, 2)
      y += 2
      put(words, size, {}, right - left - 3 * MM, left + 1.5 * MM)
      rule(0.8, 2)
      y += 3
    } else {
      const { row, at } = line
      // a bar before the row and a sign at the value: paper may have no colour
      if (row.marked) page.rect(left, y - 0.5, 1 * MM, step(size)).fill(BLACK)
      cells(
        [
          `${clockAt(at, timezone).slice(11)}${markOf(row)}`,
          ...sensors.map(name => `${row.out.includes(name) ? '! ' : ''}${degrees(row[name])}`),
          ...setpoints.map(name => degrees(row[name])),
        ],
        size,
        {
          bold: row.marked
            ? [0, ...sensors.flatMap((name, i) => (row.out.includes(name) ? [i + 1] : []))]
            : [],
        },
      )
    }
  }
  if (rows.length === 0) put(say('printing.receipt.none'), sheet.size * 1.2, { weight: 600 })
  else {
    heads()
    for (const line of linesOf(receipt)) told(line)
    y += 2
    put(say('printing.receipt.legend'), sheet.size * 0.9, { color: GREY })
  }
  room(24 * MM + step(sheet.size) * 4)
  y += 16 * MM
  page
    .lineWidth(0.8)
    .moveTo(left, y)
    .lineTo(left + Math.min(90 * MM, right - left), y)
    .stroke(BLACK)
  y += 3
  put(say('printing.receipt.signature'), sheet.size)
  y += 4 * MM
  put(say('printing.receipt.verify'), sheet.size * 0.9, { color: GREY })
  put(code, sheet.size)
  return y + sheet.margin * MM

  function lengthText(seconds: number): string {
    const minutes = wholeMinutes(seconds)
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  }
}
