// Storing the rows of an imported sheet, one call for each row, and what came of it.
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { ApiError, callWithEtag, messageOf } from '../api.ts'
import { fieldErrors } from '../zod-form.ts'
import type { Importable } from './import-files.ts'
import type { SheetColumn, SheetRow } from './sheet.ts'

/** What came of the rows of a sheet so far. */
export interface ImportResult {
  /** The number of rows that were stored. */
  readonly stored: number
  /** The server refused these rows. */
  readonly failed: readonly SheetRow[]
  /** The form found faults in these rows, so they are not sent. */
  readonly wrong: readonly SheetRow[]
  /** These rows were not sent or have no answer, because storing stopped before. */
  readonly waiting: readonly SheetRow[]
  /** The error that stopped storing; absent when a person stopped it or all rows were sent. */
  readonly why?: string
}

interface RowStoring {
  readonly resource: Importable
  readonly toBody?: ((values: SheetRow['values']) => object) | undefined
  readonly columns: readonly SheetColumn[]
  /** The idempotency key of a row. */
  readonly keyOf: (row: SheetRow) => string
  readonly isStopped: () => boolean
  readonly onProgress: (storedCount: number) => void
}

/** Stores the rows in order until all are sent, somebody stops it or an error concerns every row. */
export async function storeRows(
  rows: readonly SheetRow[],
  previous: Omit<ImportResult, 'waiting'>,
  { resource, toBody = values => values, columns, keyOf, isStopped, onProgress }: RowStoring,
): Promise<ImportResult> {
  const refusedRows: SheetRow[] = []
  let sentCount = 0
  let why: string | undefined
  while (sentCount < rows.length && !isStopped()) {
    const row = rows[sentCount] as SheetRow
    onProgress(sentCount)
    try {
      await createRecord(resource, toBody(row.values), keyOf(row))
    } catch (error) {
      if (concernsEveryRow(error)) {
        why = messageOf(error)
        break
      }
      refusedRows.push(withFaults(row, error, columns))
    }
    sentCount++
  }
  return {
    stored: previous.stored + sentCount - refusedRows.length,
    failed: [...previous.failed, ...refusedRows],
    wrong: previous.wrong,
    waiting: rows.slice(sentCount),
    ...(why !== undefined && { why }),
  }
}

/** Creates one record. When the server answers 429, it waits as long as the server says and tries again. */
async function createRecord(resource: Importable, body: object, key: string): Promise<void> {
  for (;;) {
    try {
      await callWithEtag(resource.create as Endpoint, { body } as CallOf<Endpoint>, {
        'idempotency-key': key,
      })
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === null)
        throw error
      const seconds = error.retryAfter
      await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    }
  }
}

/** Whether the next row would fail too: without a network, without the right, with a server in trouble. */
const concernsEveryRow = (error: unknown): boolean =>
  !(error instanceof ApiError) || ![400, 404, 409, 413, 422].includes(error.status)

/** The row with the faults that the server found in its fields. */
function withFaults(row: SheetRow, error: unknown, columns: readonly SheetColumn[]): SheetRow {
  const faults = Object.entries(fieldErrors(error) ?? {})
  const messages = faults.map(
    ([field, message]) =>
      `${columns.find(column => column.field === field)?.title ?? field}: ${message}`,
  )
  return {
    ...row,
    wrong: messages.length > 0 ? messages : [messageOf(error)],
    fields: faults.map(([field]) => field),
  }
}
