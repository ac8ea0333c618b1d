// Stores the rows of an imported sheet and returns the result: many rows with each call if the resource has such a call, otherwise one.
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { ApiError, callWithEtag, messageOf } from '../api.ts'
import { fieldErrors } from '../zod-form.ts'
import type { Importable } from './import-files.ts'
import type { SheetColumn, SheetRow } from './sheet.ts'

/** Number of rows in one call: few enough to show progress. */
const ROWS_AT_ONCE = 200

/** The result for the rows of a sheet so far. */
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
  /** Creates many records, all or none, and names the faults as `index.field`. */
  readonly bulk?: Endpoint | undefined
  readonly toBody?: ((values: SheetRow['values']) => object) | undefined
  readonly columns: readonly SheetColumn[]
  /** The idempotency key of the rows of one call. */
  readonly keyOf: (rows: readonly SheetRow[]) => string
  readonly isStopped: () => boolean
  readonly onProgress: (storedCount: number) => void
}

/** Stores the rows in order until all are sent, somebody stops it or an error affects every row. */
export async function storeRows(
  rows: readonly SheetRow[],
  previous: Omit<ImportResult, 'waiting'>,
  storing: RowStoring,
): Promise<ImportResult> {
  const { bulk, isStopped, onProgress } = storing
  const refusedRows: SheetRow[] = []
  let storedCount = 0
  let waiting = rows
  let why: string | undefined
  while (waiting.length > 0 && !isStopped()) {
    onProgress(storedCount + refusedRows.length)
    const batch = waiting.slice(0, bulk === undefined ? 1 : ROWS_AT_ONCE)
    const rest = waiting.slice(batch.length)
    try {
      await createRecords(batch, storing)
      storedCount += batch.length
      waiting = rest
    } catch (error) {
      if (concernsEveryRow(error)) {
        why = messageOf(error)
        break
      }
      const refused = refusedOf(batch, error, storing)
      refusedRows.push(...refused.values())
      // Nothing of a refused batch is stored, so its other rows are sent again.
      waiting = [...batch.filter(row => !refused.has(row)), ...rest]
    }
  }
  return {
    stored: previous.stored + storedCount,
    failed: [...previous.failed, ...refusedRows],
    wrong: previous.wrong,
    waiting,
    ...(why !== undefined && { why }),
  }
}

/** Creates the records of one call. When the server answers 429, it waits as long as the server says and tries again. */
async function createRecords(
  rows: readonly SheetRow[],
  { resource, bulk, toBody = values => values, keyOf }: RowStoring,
): Promise<void> {
  const bodies = rows.map(row => toBody(row.values))
  const endpoint = bulk ?? (resource.create as Endpoint)
  const args = { body: bulk === undefined ? bodies[0] : bodies } as CallOf<Endpoint>
  const headers = { 'idempotency-key': keyOf(rows) }
  for (;;) {
    try {
      await callWithEtag(endpoint, args, headers)
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === null)
        throw error
      const seconds = error.retryAfter
      await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    }
  }
}

/** Whether the next row would fail as well: without a network, without the right, during a fault of the server. */
const concernsEveryRow = (error: unknown): boolean =>
  !(error instanceof ApiError) || ![400, 404, 409, 413, 422].includes(error.status)

/** The rows of a refused call that caused it, with the faults that the server found in their fields; all rows when it names none. */
function refusedOf(
  batch: readonly SheetRow[],
  error: unknown,
  { bulk, columns }: RowStoring,
): Map<SheetRow, SheetRow> {
  const faultsByRow = new Map<SheetRow, (readonly [field: string, message: string])[]>()
  for (const [name, message] of Object.entries(fieldErrors(error) ?? {})) {
    const [, index = '0', field = name] = (bulk && /^(\d+)\.(.+)$/.exec(name)) ?? []
    const row = batch[Number(index)]
    if (row !== undefined) faultsByRow.set(row, [...(faultsByRow.get(row) ?? []), [field, message]])
  }
  const blamed = faultsByRow.size === 0 ? batch : [...faultsByRow.keys()]
  return new Map(
    blamed.map(row => {
      const faults = faultsByRow.get(row) ?? []
      const messages = faults.map(
        ([field, message]) =>
          `${columns.find(column => column.field === field)?.title ?? field}: ${message}`,
      )
      return [
        row,
        {
          ...row,
          wrong: messages.length > 0 ? messages : [messageOf(error)],
          fields: faults.map(([field]) => field),
        },
      ]
    }),
  )
}
