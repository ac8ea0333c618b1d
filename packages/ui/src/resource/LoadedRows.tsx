// The rows of a list in every state: loading, none, none left by a filter, or in a table.
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Empty } from '../Empty.tsx'
import { LoadingRows } from '../LoadingRows.tsx'
import { NothingFound } from '../NothingFound.tsx'
import page from './resource.module.css'

export interface LoadedRowsProps<T> {
  /** undefined: loading. */
  readonly rows: readonly T[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly search: string
  /** Something besides the search hides rows. */
  readonly isFiltered: boolean
  readonly empty: { readonly icon: TablerIcon; readonly title: string; readonly text: string }
  readonly children: (rows: readonly T[]) => ReactNode
}

export function LoadedRows<T>({
  rows,
  error,
  onRetry,
  search,
  isFiltered,
  empty,
  children,
}: LoadedRowsProps<T>) {
  if (rows === undefined)
    return (
      <div className={page.plain}>
        <LoadingRows error={error} onRetry={onRetry} rows={8} />
      </div>
    )
  if (rows.length > 0) return children(rows)
  return (
    <div className={page.plain}>
      {search === '' && !isFiltered ? <Empty {...empty} /> : <NothingFound search={search} />}
    </div>
  )
}
