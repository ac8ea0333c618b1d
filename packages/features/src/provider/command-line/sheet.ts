// The cells of the provider's sheet, .csv or .xlsx, or why it cannot be read. The unpacked size is checked before it is read.
import { readFile, stat } from 'node:fs/promises'
import { csvTable, csvText } from '@flotta/core/csv-text.ts'
import { Problem } from '@flotta/core/problem.ts'
import { unpackedSize, ZipFault } from '@flotta/core/zip.ts'
import Papa from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import type { SheetCell } from './import.ts'

/** Bytes, unpacked. */
const UNPACKED_MAX = 50 * 1_048_576

/** The first sheet's rows. Throws a Problem that names the file. */
export async function readCells(file: string): Promise<SheetCell[][]> {
  const no = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    new Problem('bad_request', { key, values: { file, ...values } })
  const unreadable = (error: unknown) =>
    no('command_line.file_unreadable', {
      why: error instanceof Error ? error.message : String(error),
    })
  const tooLarge = () => no('command_line.file_too_large', { megabytes: UNPACKED_MAX / 1_048_576 })
  const isWorkbook = /\.xlsx$/i.test(file)
  if (!isWorkbook && !/\.csv$/i.test(file)) throw no('command_line.file_kind')
  const { size } = await stat(file).catch(error => Promise.reject(unreadable(error)))
  if (size === 0) throw no('command_line.file_empty')
  if (size > UNPACKED_MAX) throw tooLarge()
  if (!isWorkbook) {
    const bytes = await readFile(file).catch(error => Promise.reject(unreadable(error)))
    const { text, separator } = csvTable(csvText(bytes))
    return Papa.parse<string[]>(text, { delimiter: separator, skipEmptyLines: 'greedy' }).data
  }
  try {
    await unpackedSize(new Uint8Array(await readFile(file)), UNPACKED_MAX)
    const [sheet] = await readXlsxFile(file)
    return (sheet?.data ?? []).map(row =>
      row.map(cell =>
        cell instanceof Date ? cell : cell === null || cell === undefined ? '' : String(cell),
      ),
    )
  } catch (error) {
    throw error instanceof ZipFault && error.fault === 'too_large' ? tooLarge() : unreadable(error)
  }
}
