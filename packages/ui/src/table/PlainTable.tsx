// A table for a read-only list: one page of rows, the choice of the page, and a text when there are no rows.
import { Table } from '@mantine/core'
import { IconListDetails, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Empty } from '../Empty.tsx'
import { LoadingRows } from '../LoadingRows.tsx'
import { Pagination } from '../Pagination.tsx'
import page from '../resource/resource.module.css'
import classes from './table.module.css'

export interface PlainColumn<T> {
  /** Empty for the column of the row's actions. */
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** The column is aligned at its end, as for numbers. */
  readonly end?: true
}
export interface PlainRowsProps<T> {
  readonly columns: readonly PlainColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
}
export interface PlainTableProps<T> extends Omit<PlainRowsProps<T>, 'rows'> {
  /** undefined: loading. */
  readonly rows: readonly T[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly empty: { readonly title: string; readonly text: string; readonly icon?: TablerIcon }
  readonly pages?:
    | { readonly page: number; readonly total: number; readonly onTurn: (page: number) => void }
    | undefined
}

export function PlainTable<T>({
  rows,
  error,
  onRetry,
  empty: { icon = IconListDetails, ...empty },
  pages,
  ...table
}: PlainTableProps<T>) {
  if (rows === undefined)
    return (
      <div className={page.plain}>
        <LoadingRows error={error} onRetry={onRetry} rows={6} height={40} />
      </div>
    )
  if (rows.length === 0)
    return (
      <div className={page.plain}>
        <Empty icon={icon} {...empty} />
      </div>
    )
  return (
    <>
      <div className={classes.plainBox}>
        <PlainRows {...table} rows={rows} />
      </div>
      {pages !== undefined && (
        <div className={classes.plainPages}>
          <Pagination page={pages.page} pages={pages.total} onChange={pages.onTurn} />
        </div>
      )}
    </>
  )
}

/** The table alone. The caller handles the empty list. */
export const PlainRows = <T,>({ columns, rows, keyOf }: PlainRowsProps<T>) => (
  <Table.ScrollContainer minWidth={720}>
    <Table horizontalSpacing="md" className={classes.plain ?? ''}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, end }) => (
            <Table.Th key={title} data-end={end}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ title, cell, end }) => (
              <Table.Td key={title} data-end={end}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
