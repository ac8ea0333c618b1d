// The screen of a log, newest first and page by page: a search and a choice in its bar, and its rows as a table.
import type { PageMeta } from '@flotta/core/contract.ts'
import type { ReactNode } from 'react'
import { Pagination } from '../Pagination.tsx'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/DataTable.tsx'
import { formatNumber } from '../texts.ts'
import { useExistingPage } from '../useExistingPage.ts'
import { AddressChoice, type AddressChoiceProps } from './AddressChoice.tsx'
import { ListBar } from './ListBar.tsx'
import { LoadedRows, type LoadedRowsProps } from './LoadedRows.tsx'
import page from './resource.module.css'
import { SearchField } from './SearchField.tsx'
import type { ListAddress } from './useRecords.ts'

/** Number of rows on a page of a log. */
export const LOG_ROWS = 50

export interface LogScreenProps<T extends { readonly id: number }> {
  /** The choice of columns is stored under this name. */
  readonly name: string
  readonly address: ListAddress
  /** The answer for the page that the address names. */
  readonly answer: {
    readonly data: { readonly data: readonly T[]; readonly meta: PageMeta } | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly columns: readonly Column<T>[]
  readonly searchLabel: string
  readonly choice: AddressChoiceProps
  readonly tools?: ReactNode
  readonly empty: LoadedRowsProps<T>['empty']
  /** Content between the bar and the rows. */
  readonly children: ReactNode
}

export function LogScreen<T extends { readonly id: number }>({
  name,
  address,
  answer: { data, error, refetch },
  columns,
  searchLabel,
  choice,
  tools,
  empty,
  children,
}: LogScreenProps<T>) {
  useExistingPage(address.page, data?.meta.total_pages, address.turn)
  return (
    <div className={page.page}>
      <ListBar count={data === undefined ? '' : formatNumber(data.meta.total)}>
        <SearchField label={searchLabel} typed={address.typed} onType={address.type} />
        <AddressChoice {...choice} />
        {tools}
      </ListBar>
      {children}
      <LoadedRows
        rows={data?.data}
        error={error}
        onRetry={() => void refetch()}
        search={address.search}
        isFiltered={choice.value !== undefined}
        empty={empty}
      >
        {rows => <DataTable name={name} columns={columns} rows={rows} />}
      </LoadedRows>
      <Pagination page={address.page} pages={data?.meta.total_pages ?? 1} onChange={address.turn} />
    </div>
  )
}
