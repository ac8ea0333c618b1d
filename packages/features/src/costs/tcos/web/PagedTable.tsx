// A table whose rows the server sorts and pages. On a narrow window some columns are left out.
import type { PageMeta } from '@flotta/core/contract.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { useExistingPage } from '@flotta/ui/useExistingPage.ts'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './tcos.module.css'

export interface PagedColumn<T> {
  readonly label: string
  readonly show: (row: T) => ReactNode
  /** A number, aligned right. */
  readonly figure?: boolean
  /** Left out where the window is narrow. */
  readonly wide?: boolean
}
export function PagedTable<T>({
  label,
  pageQuery,
  page,
  onTurn,
  rowKey,
  columns,
  empty,
}: {
  readonly label: string
  readonly pageQuery: {
    readonly data: { readonly data: readonly T[]; readonly meta: PageMeta } | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly page: number
  readonly onTurn: (page: number) => void
  readonly rowKey: (row: T) => string | number
  readonly columns: readonly PagedColumn<T>[]
  readonly empty: { readonly icon: TablerIcon; readonly title: string; readonly text: string }
}) {
  const { data: resultPage, error, refetch } = pageQuery
  const pages = resultPage?.meta.total_pages
  useExistingPage(page, pages, onTurn)
  if (resultPage === undefined)
    return (
      <div className={classes.failed}>
        <LoadingRows error={error} onRetry={() => void refetch()} rows={8} />
      </div>
    )
  if (resultPage.data.length === 0)
    return (
      <div className={classes.failed}>
        <Empty {...empty} />
      </div>
    )
  const look = ({ figure, wide }: PagedColumn<T>) => ({
    'data-figure': figure || undefined,
    'data-wide': wide || undefined,
  })
  return (
    <>
      <div className={classes.panel} data-tight>
        <table className={classes.table}>
          <caption className="flotta-hidden">{label}</caption>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column.label} scope="col" {...look(column)}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {resultPage.data.map(row => (
              <tr key={rowKey(row)}>
                {columns.map(column => (
                  <td key={column.label} {...look(column)}>
                    {column.show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.pages}>
        <Pagination page={page} pages={resultPage.meta.total_pages} onChange={onTurn} />
      </div>
    </>
  )
}
