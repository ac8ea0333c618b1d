// The text of a cell, by the format of its column, in the reader's language and on the clocks of the report's zone.
import { clockText } from '@flotta/core/durations.ts'
import { decimalsOf, isNumberFormat } from '@flotta/core/report-formats.ts'
import { formatDay, HOUR } from '@flotta/core/time.ts'
import { offsetAt } from '@flotta/core/zones.ts'
import { formatNumber, say } from '@flotta/ui/texts.ts'
import type { ReportCell, ReportSheet } from '../../contract.ts'

export type SheetColumn = ReportSheet['columns'][number]
export type CellWriter = (cell: ReportCell) => string

/** Numbers are aligned to the right. */
export const isNumber = ({ format }: SheetColumn): boolean =>
  isNumberFormat(format) || format === 'duration'

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** An instant on the clocks of a zone, as dd/MM/yyyy HH:mm:ss. The zone's offset is looked up once for each quarter of an hour. */
export function momentWriter(zone: string): (at: number) => string {
  const offsets = new Map<number, number>()
  return at => {
    // clocks change only at whole quarters of an hour
    const quarter = Math.floor(at / (HOUR / 4))
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      offset = offsetAt(at, zone)
      offsets.set(quarter, offset)
    }
    const d = new Date(at + offset)
    return `${twoDigits(d.getUTCDate())}/${twoDigits(d.getUTCMonth() + 1)}/${d.getUTCFullYear()} ${twoDigits(d.getUTCHours())}:${twoDigits(d.getUTCMinutes())}:${twoDigits(d.getUTCSeconds())}`
  }
}

/** How the cells of a column are written; null is empty. */
export function cellWriter({ format }: SheetColumn, moment: (at: number) => string): CellWriter {
  const [yes, no] = [say('reports.file.yes'), say('reports.file.no')]
  return cell => {
    if (cell === null) return ''
    if (typeof cell === 'boolean') return cell ? yes : no
    if (typeof cell === 'number')
      return format === 'duration'
        ? clockText(cell)
        : formatNumber(cell, { decimals: decimalsOf(format) ?? 0 })
    if (format === 'instant') {
      const at = Date.parse(cell)
      return Number.isNaN(at) ? cell : moment(at)
    }
    return format === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? formatDay(cell) : cell
  }
}

/** The head of a column: its title, with the unit where that is not the title itself. */
export const columnHead = ({ title, unit }: SheetColumn): string =>
  unit === null || title.toLowerCase() === unit.toLowerCase() ? title : `${title} (${unit})`
