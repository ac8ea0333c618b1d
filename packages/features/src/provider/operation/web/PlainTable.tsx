// A table of one page of a list that is read and not managed: its columns, its pages, and what stands there while it is empty.
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { Table } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './operation.module.css'

export interface PlainColumn<T> {
  readonly title: string
  readonly cell: (row: T) => ReactNode
}
export interface PlainTableProps<T> {
  readonly columns: readonly PlainColumn<T>[]
  /** undefined: on its way. */
  readonly rows: readonly T[] | undefined
  readonly keyOf: (row: T) => string | number
  readonly error: unknown
  readonly onRetry: () => void
  readonly empty: { readonly title: string; readonly text: string }
  readonly pages?:
    | { readonly page: number; readonly total: number; readonly onTurn: (page: number) => void }
    | undefined
}

export function PlainTable<T>({
  columns,
  rows,
  keyOf,
  error,
  onRetry,
  empty,
  pages,
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
        <Empty icon={IconListDetails} {...empty} />
      </div>
    )
  return (
    <>
      <Table.ScrollContainer minWidth={720} className={classes.box ?? ''}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title }) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ title, cell }) => (
                  <Table.Td key={title}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pages !== undefined && (
        <div className={page.pages}>
          <Pagination page={pages.page} pages={pages.total} onChange={pages.onTurn} />
        </div>
      )}
    </>
  )
}
