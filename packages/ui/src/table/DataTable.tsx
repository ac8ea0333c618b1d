// A table of many rows with sorting, a choice of columns and an export. It draws only the visible rows, and a row again only when it changes. On phones the rows are cards.
import { ActionIcon, NativeSelect, UnstyledButton } from '@mantine/core'
import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconPencil } from '@tabler/icons-react'
import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE } from '../BarPanel.tsx'
import { usePageName } from '../PageTitle.tsx'
import { usePreference } from '../preferences.ts'
import { useRows } from '../rows.ts'
import type { Cell } from './export.ts'
import { fittingColumns, GAP, leastWidth } from './fit.ts'
import { nextSort, parseSort, type Sort, sortedBy, sortText } from './sort.ts'
import { TableTools } from './TableTools.tsx'
import classes from './table.module.css'
import { type OfferedView, TableViews } from './views.tsx'

export interface Column<T> {
  readonly key: string
  readonly label: string
  /** The value that rows are sorted by. It is exported unless there is `written`; numbers stay numbers. */
  readonly value: (row: T) => Cell
  /** What is exported instead of the value, such as a date in the person's language. */
  readonly written?: (row: T) => Cell
  /** What the cell shows; default: what is exported. */
  readonly show?: (row: T) => ReactNode
  /** Whether the column is visible until the person chooses otherwise; default: true. */
  readonly shown?: boolean
  /** The column's share of the width; default 1. */
  readonly width?: number
  /** The cells are aligned at their end and never cut, as for numbers. */
  readonly end?: true
  /** The cells are never cut, as for days. */
  readonly whole?: true
}
/** Headings between rows that belong together. */
export interface Grouping<T> {
  readonly of: (row: T) => string
  /** What stands beside a heading, such as a sum. */
  readonly note?: (rows: readonly T[]) => string
}
interface Heading {
  readonly heading: string
  readonly note: string
}
const isHeading = (line: object): line is Heading => 'heading' in line

/** The rows with a heading before the first of each group; rows of a group stand together already. */
function withHeadings<T extends object>(
  rows: readonly T[],
  { of, note }: Grouping<T>,
): readonly (T | Heading)[] {
  const groups: { readonly heading: string; readonly rows: T[] }[] = []
  for (const row of rows) {
    const heading = of(row)
    const last = groups.at(-1)
    if (last?.heading === heading) last.rows.push(row)
    else groups.push({ heading, rows: [row] })
  }
  return groups.flatMap(({ heading, rows: members }) => [
    { heading, note: note?.(members) ?? '' },
    ...members,
  ])
}
const textOf = <T,>(column: Column<T>, row: T): Cell => (column.written ?? column.value)(row)

const ROW = 40
const NO_VIEWS: readonly OfferedView[] = []
const CARD = 96
/** The width in pixels of the button that opens a row. */
const OPENER = 40

export interface DataTableProps<T> {
  /** The choice of columns is stored under this name, and exported files have it. */
  readonly name: string
  /** Pass the same array while its content is the same: a new array draws every row again. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly onOpen?: (row: T) => void
  readonly openLabel?: (row: T) => string
  /** The screen holds the sort order, in its address; default: the table holds it. */
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort | null) => void
  /** The headings, while the rows have their own order. */
  readonly grouping?: Grouping<T> | undefined
  /** The id of the row that is open beside the table. */
  readonly selected?: number | undefined
  /** Views that the screen offers beside those that people save. */
  readonly views?: readonly OfferedView[]
  /** What stands at the left of the tools: filters. */
  readonly tools?: ReactNode
}

export function DataTable<T extends { readonly id: number }>(props: DataTableProps<T>) {
  const {
    name,
    columns,
    rows,
    onOpen,
    openLabel,
    onSort,
    selected,
    tools,
    views = NO_VIEWS,
  } = props
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const [visible, toggle] = useVisibleColumns(name, columns)
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const sort = props.sort === undefined ? ownSort : props.sort
  const sortedRows = useSorted(rows, columns, sort)
  const { grouping } = props
  const lines = useMemo(
    () =>
      grouping === undefined || sort !== null ? sortedRows : withHeadings(sortedRows, grouping),
    [sortedRows, grouping, sort],
  )
  const box = useRef<HTMLDivElement>(null)
  const virtual = useRows({
    box,
    count: lines.length,
    height: isPhone ? CARD : ROW,
    overscan: 12,
    keyOf: index => {
      const line = lines[index]
      return line === undefined || isHeading(line) ? -1 - index : line.id
    },
  })
  const { ref: measureRef, width } = useElementSize()
  const boxRef = useMergedRef(box, measureRef)
  const fitting = isPhone ? visible : fittingColumns(visible, width, onOpen ? OPENER + GAP : 0)
  const template = templateOf(fitting, onOpen !== undefined)
  const title = usePageName() || name
  const exported = () => ({
    name,
    title,
    head: visible.map(column => column.label),
    rows: sortedRows.map(row => visible.map(column => textOf(column, row))),
  })
  const [first, ...others] = visible
  return (
    <div className={classes.whole}>
      <div className={classes.tools}>
        {tools !== undefined && <div className={classes.filters}>{tools}</div>}
        {fitting.length < visible.length && (
          <span className={classes.hidden}>
            {t('ui.table.hidden', { count: visible.length - fitting.length })}
          </span>
        )}
        {isPhone && <SortSelect columns={visible} sort={sort} onSort={onSort ?? setOwnSort} />}
        <TableViews
          list={name}
          columns={columns}
          visible={visible}
          sort={sort}
          onSort={props.sort === undefined ? setOwnSort : undefined}
          offered={views}
        />
        <TableTools columns={columns} visible={visible} onToggle={toggle} exported={exported} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>. */}
      <div
        ref={boxRef}
        className={classes.box}
        role="table"
        aria-rowcount={lines.length + 1}
        aria-colcount={fitting.length}
        data-cards={isPhone || undefined}
      >
        {!isPhone && (
          <HeadRow
            columns={fitting}
            template={template}
            sort={sort}
            onSort={onSort ?? setOwnSort}
            hasOpener={onOpen !== undefined}
          />
        )}
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(item => {
            const row = lines[item.index]
            if (row === undefined) return null
            if (isHeading(row))
              return (
                <HeadingRow
                  key={item.key}
                  {...row}
                  index={item.index}
                  start={item.start}
                  span={fitting.length + (onOpen ? 1 : 0)}
                  measure={virtual.measureElement}
                />
              )
            const place = {
              row,
              index: item.index,
              start: item.start,
              selected: row.id === selected,
              onOpen,
              openLabel,
            }
            return isPhone && first !== undefined ? (
              <Card
                key={row.id}
                {...place}
                first={first as Column<never>}
                others={others as Column<never>[]}
                measure={virtual.measureElement}
              />
            ) : (
              <Row
                key={row.id}
                {...place}
                columns={fitting as readonly Column<never>[]}
                template={template}
              />
            )
          })}
        </div>
      </div>
      {sortedRows.length === 0 && <p className={classes.none}>{t('ui.list.nothing')}</p>}
    </div>
  )
}

/** The columns that the person has chosen, and how to show or hide one. The last visible column stays. */
function useVisibleColumns<T>(
  name: string,
  columns: readonly Column<T>[],
): readonly [readonly Column<T>[], (key: string) => void] {
  const [lists, storeLists] = usePreference('lists')
  const chosenKeys = lists[name]?.columns
  const visible = useMemo(() => {
    const chosenColumns = columns.filter(column => chosenKeys?.includes(column.key))
    // A view of somebody else may name columns that this table does not have.
    return chosenColumns.length > 0
      ? chosenColumns
      : columns.filter(column => column.shown !== false)
  }, [columns, chosenKeys])
  const toggle = (key: string) => {
    const next = columns
      .filter(column => (column.key === key ? !visible.includes(column) : visible.includes(column)))
      .map(column => column.key)
    if (next.length > 0) storeLists({ ...lists, [name]: { ...lists[name], columns: next } })
  }
  return [visible, toggle]
}

function useSorted<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sort: Sort | null,
): readonly T[] {
  const column = columns.find(({ key }) => key === sort?.key)
  return useMemo(
    () => sortedBy(rows, column?.value, sort?.down === true),
    [rows, column, sort?.down],
  )
}

/** The CSS grid template of a row; the last track is for the button that opens the row. */
const templateOf = (columns: readonly Column<never>[], hasOpener: boolean): string =>
  `${columns.map(column => `minmax(${leastWidth(column)}px, ${column.width ?? 1}fr)`).join(' ')}${hasOpener ? ` ${OPENER}px` : ''}`

function HeadingRow({
  heading,
  note,
  index,
  start,
  span,
  measure,
}: Heading & {
  readonly index: number
  readonly start: number
  readonly span: number
  readonly measure: (node: Element | null) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>.
    // biome-ignore lint/a11y/useFocusableInteractive: it is read, not pressed.
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      className={classes.heading}
      style={{ height: ROW, transform: `translateY(${start}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <span role="cell" aria-colspan={span}>
        {heading}
        {note !== '' && <span className={classes.headingNote}>{note}</span>}
      </span>
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

function HeadRow({
  columns,
  template,
  sort,
  onSort,
  hasOpener,
}: {
  readonly columns: readonly Pick<Column<never>, 'key' | 'label' | 'end'>[]
  readonly template: string
  readonly sort: Sort | null
  readonly onSort: (sort: Sort | null) => void
  readonly hasOpener: boolean
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>.
    // biome-ignore lint/a11y/useFocusableInteractive: the heads in it are pressed, not the row.
    <div
      role="row"
      aria-rowindex={1}
      className={classes.heads}
      style={{ gridTemplateColumns: template }}
    >
      {columns.map(column => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        // biome-ignore lint/a11y/useFocusableInteractive: its button is.
        <span
          key={column.key}
          role="columnheader"
          className={classes.headCell}
          data-end={column.end}
          aria-sort={sort?.key !== column.key ? 'none' : sort.down ? 'descending' : 'ascending'}
        >
          <UnstyledButton
            className={classes.sorter ?? ''}
            onClick={() => onSort(nextSort(sort, column.key))}
          >
            <span className={classes.headLabel} title={column.label}>
              {column.label}
            </span>
            {sort?.key === column.key &&
              (sort.down ? (
                <IconArrowDown size={14} aria-hidden />
              ) : (
                <IconArrowUp size={14} aria-hidden />
              ))}
          </UnstyledButton>
        </span>
      ))}
      {hasOpener && <span className={classes.last} aria-hidden />}
    </div>
  )
}

interface RowPlace {
  readonly row: { readonly id: number }
  readonly index: number
  readonly start: number
  readonly selected: boolean
  readonly onOpen: ((row: never) => void) | undefined
  readonly openLabel: ((row: never) => string) | undefined
}
const cellContent = (column: Column<never>, row: RowPlace['row']): ReactNode =>
  column.show?.(row as never) ?? String(textOf(column, row as never) ?? '—')
const OpenButton = ({ row, onOpen, openLabel }: Pick<RowPlace, 'row' | 'onOpen' | 'openLabel'>) => (
  <ActionIcon
    className={classes.open ?? ''}
    onClick={() => onOpen?.(row as never)}
    aria-label={openLabel?.(row as never)}
  >
    <IconPencil size={18} stroke={1.75} aria-hidden />
  </ActionIcon>
)

const Row = memo(function Row({
  columns,
  template,
  ...place
}: RowPlace & { readonly columns: readonly Column<never>[]; readonly template: string }) {
  const { row, index, start, selected, onOpen } = place
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>.
    // biome-ignore lint/a11y/useFocusableInteractive: what is pressed stands in it.
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-selected={selected || undefined}
      style={{ gridTemplateColumns: template, height: ROW, transform: `translateY(${start}px)` }}
    >
      {columns.map(c => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span key={c.key} role="cell" className={classes.cell} data-end={c.end}>
          {cellContent(c, row)}
        </span>
      ))}
      {onOpen && (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span role="cell" className={classes.last}>
          <OpenButton {...place} />
        </span>
      )}
    </div>
  )
})

const Card = memo(function Card({
  first,
  others,
  measure,
  ...place
}: RowPlace & {
  readonly first: Column<never>
  readonly others: readonly Column<never>[]
  readonly measure: (node: Element | null) => void
}) {
  const { row, index, start, selected, onOpen } = place
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>.
    // biome-ignore lint/a11y/useFocusableInteractive: what is pressed stands in it.
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      className={classes.cardRow}
      data-selected={selected || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div className={classes.cardHead}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <span role="cell" className={classes.cell}>
          {cellContent(first, row)}
        </span>
        {onOpen && (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <span role="cell">
            <OpenButton {...place} />
          </span>
        )}
      </div>
      <div className={classes.cardBody}>
        {others.flatMap(c => {
          const value = textOf(c, row as never)
          return value === null || value === ''
            ? []
            : [
                // biome-ignore lint/a11y/useSemanticElements: as above.
                <span key={c.key} role="cell" className={classes.cell}>
                  <span className={classes.cardLabel}>{c.label}</span> {cellContent(c, row)}
                </span>,
              ]
        })}
      </div>
    </div>
  )
})
