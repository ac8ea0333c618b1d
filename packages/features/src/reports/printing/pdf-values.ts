// The values of a receipt, moment by moment, on pages of their own: in blocks side by side, as many as the width has room for.
import { wholeMinutes } from '@flotta/core/durations.ts'
import { formatDay, SECOND } from '@flotta/core/time.ts'
import { clockAt } from '@flotta/core/zones.ts'
import { columnsOf, linesOf, markOf, type ReceiptLine, type ReceiptRow } from './lines.ts'
import { BLACK, GREY, lineStep, MM, type ReceiptSheet } from './pdf-sheet.ts'

/** The narrowest that a column of values may be, and the room between two blocks; points. */
const MIN_COLUMN = 11 * MM
const BETWEEN_BLOCKS = 6 * MM
const MAX_BLOCKS = 4

/** `1 h 5 min`, or `45 min` where it is less than an hour. */
function lengthText(seconds: number): string {
  const minutes = wholeMinutes(seconds)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export class ValueTable {
  readonly #sheet: ReceiptSheet
  readonly #columns: ReturnType<typeof columnsOf>
  readonly #left: number
  readonly #blocks: number
  readonly #blockWidth: number
  #block = 0
  /** Where the blocks of this page begin. */
  #top = 0
  #day = ''

  constructor(sheet: ReceiptSheet) {
    this.#sheet = sheet
    this.#columns = columnsOf(sheet.receipt)
    this.#left = sheet.left
    const needed = (1 + this.#columns.sensors.length + this.#columns.setpoints.length) * MIN_COLUMN
    const fitting = Math.floor((sheet.width + BETWEEN_BLOCKS) / (needed + BETWEEN_BLOCKS))
    this.#blocks = sheet.paper === 'a4' ? Math.min(MAX_BLOCKS, Math.max(1, fitting)) : 1
    this.#blockWidth = (sheet.width - (this.#blocks - 1) * BETWEEN_BLOCKS) / this.#blocks
  }

  draw(): void {
    const sheet = this.#sheet
    if (sheet.paper === 'a4') sheet.nextPage()
    else sheet.y += 4 * MM
    sheet.text(sheet.say('printing.receipt.values'), sheet.size, { weight: 600 })
    sheet.text(sheet.say('printing.receipt.legend'), sheet.size * 0.9, { color: GREY })
    sheet.y += 2
    const { left, right } = sheet
    this.#top = sheet.y
    this.#beginBlock(0)
    for (const line of linesOf(sheet.receipt)) this.#drawLine(line)
    Object.assign(sheet, { left, right })
  }

  #beginBlock(block: number): void {
    const sheet = this.#sheet
    this.#block = block
    sheet.y = this.#top
    sheet.left = this.#left + block * (this.#blockWidth + BETWEEN_BLOCKS)
    sheet.right = sheet.left + this.#blockWidth
    this.#drawColumnTitles()
  }

  /** Continues in the next block, or at the top of the next page, where the height does not fit. */
  #reserve(height: number): void {
    const sheet = this.#sheet
    if (sheet.paper !== 'a4' || sheet.y + height <= sheet.bottom) return
    if (this.#block + 1 < this.#blocks) this.#beginBlock(this.#block + 1)
    else {
      sheet.left = this.#left
      sheet.right = this.#left + this.#blocks * (this.#blockWidth + BETWEEN_BLOCKS) - BETWEEN_BLOCKS
      sheet.nextPage()
      this.#top = sheet.y
      this.#beginBlock(0)
    }
    if (this.#day !== '') this.#drawDay(this.#day)
  }

  #drawColumnTitles(): void {
    const sheet = this.#sheet
    const { sensors, setpoints } = this.#columns
    const setpointTitles = setpoints.map(name => `SP${name.slice(-1)}`)
    const titles = [sheet.say('printing.receipt.time'), ...sensors, ...setpointTitles]
    sheet.cells(titles, sheet.valueSize, { weight: 600 })
    sheet.rule(0.8)
    sheet.y += 2
  }

  #drawLine(line: ReceiptLine): void {
    const step = lineStep(this.#sheet.valueSize)
    if (line.kind === 'day') {
      // the day is repeated by the next block, if it begins there
      this.#day = ''
      this.#reserve(4 * step)
      this.#day = line.day
      this.#drawDay(line.day)
    } else if (line.kind === 'gap') {
      this.#reserve(5 * step)
      this.#drawGap(line.from, line.to)
    } else {
      this.#reserve(step + 1)
      this.#drawRow(line.row, line.at)
    }
  }

  #drawDay(day: string): void {
    const sheet = this.#sheet
    sheet.y += 2
    const style = { weight: 600 } as const
    sheet.text(formatDay(day), sheet.valueSize, style, sheet.width, sheet.left + 1.5 * MM)
    sheet.y += 1.5
  }

  #drawGap(from: number, to: number): void {
    const sheet = this.#sheet
    const text = sheet.say('printing.receipt.gap', {
      from: sheet.moment(from),
      to: sheet.moment(to),
      length: lengthText((to - from) / SECOND),
    })
    sheet.rule(0.8, 2)
    sheet.y += 2
    sheet.text(text, sheet.valueSize, {}, sheet.width - 3 * MM, sheet.left + 1.5 * MM)
    sheet.rule(0.8, 2)
    sheet.y += 3
  }

  #drawRow(row: ReceiptRow, at: number): void {
    const sheet = this.#sheet
    const { sensors, setpoints } = this.#columns
    // paper may have no colour: a row out of range has a bar before it and a sign at the value
    if (row.marked)
      sheet.page.rect(sheet.left, sheet.y - 0.5, 1 * MM, lineStep(sheet.valueSize)).fill(BLACK)
    const isOut = (sensor: (typeof sensors)[number]): boolean => row.out.includes(sensor)
    const boldSensors = sensors.flatMap((sensor, i) => (isOut(sensor) ? [i + 1] : []))
    sheet.cells(
      [
        `${clockAt(at, sheet.receipt.timezone).slice(11)}${markOf(row)}`,
        ...sensors.map(sensor => `${isOut(sensor) ? '! ' : ''}${sheet.degrees(row[sensor])}`),
        ...setpoints.map(name => sheet.degrees(row[name])),
      ],
      sheet.valueSize,
      { bold: row.marked ? [0, ...boldSensors] : [] },
    )
  }
}
