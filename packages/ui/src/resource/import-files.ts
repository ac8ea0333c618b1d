// The Excel files that an import offers: an example to fill in, and the rows that were not stored.
import type { Resource } from '@flotta/core/resource.ts'
import { type Cell, excelFile } from '../table/export.ts'
import { say } from '../texts.ts'
import { toast } from '../toast.tsx'
import type { SheetColumn, SheetRow } from './sheet.ts'

/** The parts of a resource that rows of a sheet are imported into. */
export type Importable = Pick<Resource, 'resource' | 'form' | 'create'>
interface ImportTarget {
  readonly resource: Pick<Resource, 'resource'>
  readonly columns: readonly SheetColumn[]
}

/** `provider/vehicles` is no valid file name. */
const fileNameOf = ({ resource }: ImportTarget['resource']): string => resource.replaceAll('/', '-')

/** Saves a sheet with the right columns and one example row. */
export const saveExample = ({ resource, columns }: ImportTarget): void =>
  saveSheet(
    say('ui.import.example_name', { name: fileNameOf(resource) }),
    columns.map(column => column.title),
    [columns.map(column => column.example)],
  )

/** Saves the rows that were not stored; the last column contains the fault of each. */
export const saveRemainingRows = (
  { resource, columns }: ImportTarget,
  rows: readonly SheetRow[],
): void =>
  saveSheet(
    say('ui.import.left_name', { name: fileNameOf(resource) }),
    [...columns.map(column => column.title), say('ui.import.problem')],
    rows.map(row => [
      ...columns.map(column => row.values[column.field] ?? null),
      row.wrong.join(' · '),
    ]),
  )

const saveSheet = (
  name: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): void => void excelFile({ name, head, rows }).catch(error => toast.failed(error))
