// A table of many rows with sorting, a choice of columns and an export. It renders only the visible rows, and a row again only when it changes. On
// phones the rows are cards.
import { NativeSelect } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageName } from '../PageTitle.tsx'
import { useRows } from '../rows.ts'
import { usePhone } from '../screen-size.ts'
import { toast } from '../toast.tsx'
import {
  type Column,
  type Grouping,
  type Heading,
  inOrder,
  isHeading,
  type Rest,
  textOf,
  useSorted,
  useVisibleColumns,
  withHeadings,
} from './columns.ts'
import { useMeasuredColumns } from './content.ts'
import type { TableExport } from './export.ts'
import { fitColumns, GAP } from './fit.ts'
import { parseSort, type Sort, sortText } from './sort.ts'
import {
  Card,
  cardHeight,
  HeadingRow,
  HeadRow,
  OPENER,
  ROW,
  Row,
  templateOf,
} from './TableRows.tsx'
import { TableTools } from './TableTools.tsx'
import classes from './table.module.css'
import { useOpening } from './useOpening.ts'
import { type OfferedView, TableViews } from './views.tsx'

const NO_VIEWS: readonly OfferedView[] = []

export interface DataTableProps<T> {
  /** The choice of columns is stored under this name, and exported files have it. */
  readonly name: string
  /** Pass the same array while its content is the same: a new array renders every row again. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly onOpen?: (row: T) => void
  readonly openLabel?: (row: T) => string
  /** The screen holds the sort order, in its address; default: the table holds it. */
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort | null) => void
  /** The headings, while the rows have their own order. */
  readonly grouping?: Grouping<T> | undefined
  /** The rows that are not read yet, when `rows` is the beginning of a longer list. */
  readonly rest?: Rest<T> | undefined
  /** The id of the row that is open beside the table. */
  readonly selected?: number | undefined
  /** Views that the screen offers besides those that people save. */
  readonly views?: readonly OfferedView[]
  /** Content at the left of the tools: filters. */
  readonly tools?: ReactNode
}

export function DataTable<T extends { readonly id: number }>(props: DataTableProps<T>) {
  const { onOpen, rest } = props
  const isPhone = usePhone()
  const table = useTable(props)
  const { visible, lines, sort, setSort } = table
  const box = useRef<HTMLDivElement>(null)
  const virtual = useRows({
    box,
    count: lines.length,
    height: isPhone ? cardHeight(visible.slice(1)) : ROW,
    overscan: 12,
    keyOf: index => {
      const line = lines[index]
      return line === undefined || isHeading(line) ? -1 - index : line.id
    },
  })
  const isReading = useRest(
    rest,
    sort !== null,
    lines.length - (virtual.getVirtualItems().at(-1)?.index ?? 0),
  )
  const { ref: measureRef, width } = useElementSize()
  const boxRef = useMergedRef(box, measureRef)
  const measured = useMeasuredColumns(visible, table.rows, sort)
  const { columns, widths } = fitColumns(measured, isPhone ? 0 : width, onOpen ? OPENER + GAP : 0)
  const count = columns.length
  // The same array while the same number fits, because a new one would render every row again.
  const fitting = useMemo(() => visible.slice(0, count), [visible, count])
  const template = templateOf(widths, onOpen !== undefined)
  return (
    <div className={classes.whole}>
      <TableBar
        {...props}
        table={table}
        isPhone={isPhone}
        hidden={visible.length - fitting.length}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>. */}
      <div
        ref={boxRef}
        className={classes.box}
        role="table"
        // On a phone nothing inside gets the focus, so the box itself takes it for scrolling by keys.
        tabIndex={isPhone && onOpen === undefined ? 0 : undefined}
        aria-rowcount={(rest?.total ?? lines.length) + 1}
        aria-busy={isReading || undefined}
        aria-colcount={fitting.length}
        data-cards={isPhone || undefined}
      >
        {!isPhone && (
          <HeadRow
            columns={fitting}
            template={template}
            sort={sort}
            onSort={setSort}
            hasOpener={onOpen !== undefined}
          />
        )}
        <Lines
          {...props}
          lines={lines}
          virtual={virtual}
          isPhone={isPhone}
          columns={fitting as readonly Column<never>[]}
          template={template}
        />
      </div>
      {table.rows.length === 0 && <NoRows />}
    </div>
  )
}

const NoRows = () => {
  const { t } = useTranslation()
  return <p className={classes.none}>{t('ui.list.nothing')}</p>
}

interface Table<T> {
  readonly visible: readonly Column<T>[]
  readonly toggle: (key: string) => void
  readonly sort: Sort | null
  readonly setSort: (sort: Sort | null) => void
  /** In the chosen order. */
  readonly rows: readonly T[]
  /** The same rows, with the headings of their groups. */
  readonly lines: readonly (T | Heading)[]
}
/** What a table shows: the chosen columns, and the rows in order. */
function useTable<T extends object>({
  name,
  columns,
  rows,
  grouping,
  rest,
  ...props
}: DataTableProps<T>): Table<T> {
  const [visible, toggle] = useVisibleColumns(name, columns)
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const sort = props.sort === undefined ? ownSort : props.sort
  const sortedRows = useSorted(rows, columns, sort)
  const isWhole = rest === undefined
  const lines = useMemo(
    () =>
      grouping === undefined || sort !== null
        ? sortedRows
        : withHeadings(sortedRows, grouping, isWhole),
    [sortedRows, grouping, sort, isWhole],
  )
  return { visible, toggle, sort, setSort: props.onSort ?? setOwnSort, rows: sortedRows, lines }
}

/** The tools above the table: filters, views, the choice of columns and the export. */
function TableBar<T>({
  name,
  columns,
  tools,
  views = NO_VIEWS,
  table: { visible, toggle, sort, setSort, rows },
  isPhone,
  hidden,
  rest,
  ...props
}: DataTableProps<T> & {
  readonly table: Table<T>
  readonly isPhone: boolean
  /** Number of columns that do not fit. */
  readonly hidden: number
}) {
  const { t } = useTranslation()
  const title = usePageName() || name
  const exported = async (): Promise<TableExport> => {
    const exportedColumns = visible.filter(({ actions }) => !actions)
    const all = rest === undefined ? rows : inOrder(await rest.every(), columns, sort)
    return {
      name,
      title,
      head: exportedColumns.map(column => column.label),
      rows: all.map(row => exportedColumns.map(column => textOf(column, row))),
    }
  }
  return (
    <div className={classes.tools}>
      {tools !== undefined && <div className={classes.filters}>{tools}</div>}
      {hidden > 0 && (
        <span className={classes.hidden}>{t('ui.table.hidden', { count: hidden })}</span>
      )}
      {isPhone && (
        <SortSelect
          columns={visible.filter(({ actions }) => !actions)}
          sort={sort}
          onSort={setSort}
        />
      )}
      <TableViews
        list={name}
        columns={columns}
        visible={visible}
        sort={sort}
        onSort={props.sort === undefined ? setSort : undefined}
        offered={views}
      />
      <TableTools columns={columns} visible={visible} onToggle={toggle} exported={exported} />
    </div>
  )
}

/** Reading continues when the visible part is this many rows from the last one that is read. */
const AHEAD = 60
/** Reads further rows near the end of those that are read, and all rows when the table is sorted. @returns whether the order waits for rows */
function useRest<T>(rest: Rest<T> | undefined, isSorted: boolean, below: number): boolean {
  const latest = useRef(rest)
  latest.current = rest
  const isPart = rest !== undefined
  const isNear = below < AHEAD
  useEffect(() => {
    if (isPart && isNear) latest.current?.more()
  }, [isPart, isNear])
  useEffect(() => {
    if (isPart && isSorted) latest.current?.every().catch(toast.failed)
  }, [isPart, isSorted])
  return isPart && isSorted
}

interface LinesProps<T> extends Pick<DataTableProps<T>, 'onOpen' | 'openLabel' | 'selected'> {
  readonly lines: readonly (T | Heading)[]
  readonly virtual: ReturnType<typeof useRows>
  readonly isPhone: boolean
  readonly columns: readonly Column<never>[]
  readonly template: string
}
/** The visible lines. */
function Lines<T extends { readonly id: number }>({
  lines,
  virtual,
  isPhone,
  columns,
  template,
  selected,
  onOpen,
  openLabel,
}: LinesProps<T>) {
  const opening = useOpening({ onOpen, openLabel })
  const measure = virtual.measureElement
  const span = columns.length + (onOpen ? 1 : 0)
  const [first, ...others] = columns
  return (
    <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const row = lines[index]
        if (row === undefined) return null
        const at = { index, start }
        if (isHeading(row))
          return <HeadingRow key={key} {...row} {...at} span={span} {...(isPhone && { measure })} />
        const place = { row, ...at, selected: row.id === selected, ...opening }
        return isPhone && first !== undefined ? (
          <Card key={row.id} {...place} first={first} others={others} measure={measure} />
        ) : (
          <Row key={row.id} {...place} columns={columns} template={template} />
        )
      })}
    </div>
  )
}

/** On phones the heads of the columns are the choices of one field. */
function SortSelect({
  columns,
  sort,
  onSort,
}: {
  readonly columns: readonly Pick<Column<never>, 'key' | 'label'>[]
  readonly sort: Sort | null
  readonly onSort: (sort: Sort | null) => void
}) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      // It takes the space that the other tools leave on their line.
      flex="1 1 96px"
      aria-label={t('ui.table.sort')}
      value={sortText(sort) ?? ''}
      onChange={event => onSort(parseSort(event.currentTarget.value))}
      data={[
        { value: '', label: t('ui.table.sort') },
        ...columns.flatMap(({ key, label }) => [
          { value: key, label: `${label} ↑` },
          { value: `-${key}`, label: `${label} ↓` },
        ]),
      ]}
    />
  )
}
