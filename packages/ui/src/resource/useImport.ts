// The steps of an import: a file is chosen and read, its rows are checked and stored.
import type { Endpoint } from '@flotta/core/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, messageOf } from '../api.ts'
import { newKey } from '../idempotency-key.ts'
import { toast } from '../toast.tsx'
import type { Importable } from './import-files.ts'
import { type ImportResult, storeRows } from './import-store.ts'
import { readSheetRows, type SheetColumn, type SheetRow } from './sheet.ts'
import { refresh } from './useRecords.ts'
import { openWorkbook, WorkbookFault } from './workbook.ts'

export type ImportStep =
  | { readonly at: 'choose'; readonly problem?: string }
  | { readonly at: 'read' }
  | { readonly at: 'look'; readonly rows: readonly SheetRow[]; readonly ignored: readonly string[] }
  | { readonly at: 'store'; readonly done: number; readonly total: number }
  | ({ readonly at: 'end' } & ImportResult)

export interface ImportProcess {
  readonly step: ImportStep
  readonly chooseFile: () => void
  readonly readFile: (file: File | null | undefined) => Promise<void>
  readonly store: (
    rows: readonly SheetRow[],
    previous: Omit<ImportResult, 'waiting'>,
  ) => Promise<void>
  /** Stops storing after the row that is being stored. */
  readonly stop: () => void
}

export type ExistingValues = Readonly<Record<string, readonly string[]>>

/** The target of an import, and how its rows become records. */
export interface ImportTarget {
  readonly resource: Importable
  readonly columns: readonly SheetColumn[]
  /** The rows are checked with it; default: the resource's form. */
  readonly schema?: z.ZodType
  /** The body that is sent for a row; default: its values. */
  readonly toBody?: (values: SheetRow['values']) => object
  /** The call that creates many at once, all or none; default: a call for each row. */
  readonly bulk?: Endpoint
  /** The existing values by the field of a unique column, or a function that loads them once a file is chosen. */
  readonly known?: ExistingValues | (() => Promise<ExistingValues>)
  /** CSV files are accepted besides those of Excel. */
  readonly takesCsv?: boolean
}
interface ImportOptions extends ImportTarget {
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
}
export function useImport({
  resource,
  columns,
  schema = resource.form,
  toBody,
  bulk,
  known,
  takesCsv,
  onBusy,
  onClose,
}: ImportOptions): ImportProcess {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [step, setStep] = useState<ImportStep>({ at: 'choose' })
  const isStopped = useRef(false)
  const keyOf = useRowKeys()

  const readFile = async (file: File | null | undefined) => {
    if (!file) return
    setStep({ at: 'read' })
    try {
      const cells = await openWorkbook(file, takesCsv)
      const existing = typeof known === 'function' ? await known() : known
      const sheet = await readSheetRows(cells, columns, schema, existing)
      if (!sheet.ok) return setStep({ at: 'choose', problem: sheet.problem })
      setStep(
        sheet.rows.length === 0
          ? { at: 'choose', problem: t('ui.import.none') }
          : { at: 'look', rows: sheet.rows, ignored: sheet.ignored },
      )
    } catch (error) {
      const unreadable = t('ui.import.unreadable', { name: file.name })
      const problem =
        error instanceof WorkbookFault
          ? error.message
          : error instanceof ApiError
            ? messageOf(error)
            : unreadable
      setStep({ at: 'choose', problem })
    }
  }

  const store = async (rows: readonly SheetRow[], previous: Omit<ImportResult, 'waiting'>) => {
    onBusy(true)
    isStopped.current = false
    const result = await storeRows(rows, previous, {
      resource,
      toBody,
      bulk,
      columns,
      keyOf,
      isStopped: () => isStopped.current,
      onProgress: done => setStep({ at: 'store', done, total: rows.length }),
    })
    onBusy(false)
    await refresh(client, resource)
    const count = result.stored - previous.stored
    if (count > 0) toast.success(t('ui.import.stored', { count }))
    if (result.failed.length + result.wrong.length + result.waiting.length === 0) onClose()
    else setStep({ at: 'end', ...result })
  }

  return {
    step,
    chooseFile: () => setStep({ at: 'choose' }),
    readFile,
    store,
    stop: () => {
      isStopped.current = true
    },
  }
}

/** The idempotency key of the rows of each call. Rows whose answer was lost are sent again with the same key, so they are stored once. */
function useRowKeys(): (rows: readonly SheetRow[]) => string {
  const calls = useRef(
    new WeakMap<SheetRow, { readonly rows: readonly SheetRow[]; readonly key: string }>(),
  )
  return rows => {
    const [first] = rows
    const before = first && calls.current.get(first)
    const isRepeat =
      before?.rows.length === rows.length && rows.every((row, i) => row === before.rows[i])
    const key = before !== undefined && isRepeat ? before.key : newKey()
    if (first !== undefined) calls.current.set(first, { rows, key })
    return key
  }
}
