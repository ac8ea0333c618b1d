// Reads the cells of the first sheet of an Excel file, or of a CSV file, or explains in the person's language why it cannot be read.

import { csvTable, csvText } from '@flotta/core/csv-text.ts'
import { unpackedSize, ZipFault } from '@flotta/core/zip.ts'
import { say } from '../texts.ts'

/** Largest unpacked size, bytes. */
export const LARGEST = 50 * 1_048_576

/** Its message is for the reader. */
export class WorkbookFault extends Error {}

export type Cells = readonly (readonly unknown[])[]

/** Throws WorkbookFault. @param takesCsv a CSV file is accepted as well */
export async function openWorkbook(file: File, takesCsv = false): Promise<Cells> {
  const { name } = file
  const isCsv = takesCsv && /\.csv$/i.test(name)
  if (!isCsv && !/\.xlsx$/i.test(name))
    throw new WorkbookFault(say(takesCsv ? 'ui.import.kind_csv' : 'ui.import.kind', { name }))
  if (file.size === 0) throw new WorkbookFault(say('ui.import.empty', { name }))
  const tooLarge = () =>
    new WorkbookFault(say('ui.import.too_large', { name, megabytes: LARGEST / 1_048_576 }))
  if (file.size > LARGEST) throw tooLarge()
  try {
    const bytes = await file.arrayBuffer()
    if (isCsv) return await csvCells(bytes)
    await unpackedSize(new Uint8Array(bytes), LARGEST)
    const { readSheet } = await import('read-excel-file/browser')
    return await readSheet(file)
  } catch (error) {
    if (error instanceof ZipFault && error.fault === 'too_large') throw tooLarge()
    throw new WorkbookFault(say('ui.import.unreadable', { name }))
  }
}

async function csvCells(bytes: ArrayBuffer): Promise<Cells> {
  const { text, separator } = csvTable(csvText(new Uint8Array(bytes)))
  const { default: Papa } = await import('papaparse')
  return Papa.parse<string[]>(text, { delimiter: separator }).data
}
