// Reads the cells of the first sheet of an Excel file, or says in the person's language why it cannot be read.

import { unpackedSize, ZipFault } from '@flotta/core/zip.ts'
import { say } from '../texts.ts'

/** Bytes, unpacked. */
export const LARGEST = 50 * 1_048_576

/** Its message is for the reader. */
export class WorkbookFault extends Error {}

export type Cells = readonly (readonly unknown[])[]

/** Throws WorkbookFault. */
export async function openWorkbook(file: File): Promise<Cells> {
  const { name } = file
  if (!/\.xlsx$/i.test(name)) throw new WorkbookFault(say('ui.import.kind', { name }))
  if (file.size === 0) throw new WorkbookFault(say('ui.import.empty', { name }))
  const tooLarge = () =>
    new WorkbookFault(say('ui.import.too_large', { name, megabytes: LARGEST / 1_048_576 }))
  if (file.size > LARGEST) throw tooLarge()
  try {
    const bytes = await file.arrayBuffer()
    await unpackedSize(new Uint8Array(bytes), LARGEST)
    const { readSheet } = await import('read-excel-file/browser')
    return await readSheet(file)
  } catch (error) {
    if (error instanceof ZipFault && error.fault === 'too_large') throw tooLarge()
    throw new WorkbookFault(say('ui.import.unreadable', { name }))
  }
}
