// A table of many rows: sorted, with the columns that a person wants, exported as it is shown. Only what is seen is drawn, and a row that stays the same is not drawn again. On phones its rows are cards.
import { ActionIcon, UnstyledButton } from '@mantine/core'
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
import { type Sort, sortedBy, turned } from './sort.ts'
import { TableTools } from './TableTools.tsx'
import classes from './table.module.css'

export interface Column<T> {
  readonly key: string
  readonly label: string
  /** What is sorted by, and exported unless `written` says otherwise; numbers stay numbers. */
  readonly value: (row: T) => Cell
  /** What is exported, where that is not the value: a date as it is read. */
  readonly written?: (row: T) => Cell
  /** What is shown; default: what is written. */
  readonly show?: (row: T) => ReactNode
  /** Shown until somebody chooses otherwise; default: yes. */
  readonly shown?: boolean
  /** Share of the width; default 1. */
  readonly width?: number
  /** Numbers stand under each other, and are never cut. */
  readonly end?: true
  /** Never cut: a day. */
  readonly whole?: true
}
const textOf = <T,>(column: Column<T>, row: T): Cell => (column.written ?? column.value)(row)

const ROW = 40
const CARD = 96
/** Px of what opens a row. */
const OPENER = 40

export interface DataTableProps<T> {
  /** Under it the choice of columns is kept, and files are named. */
  readonly name: string
  /** The same list while it says the same: rows are drawn again with a new one. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly onOpen?: (row: T) => void
  readonly openLabel?: (row: T) => string
  /** Kept by the screen, in its address; default: by the table. */
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort | null) => void
  /** The row that is open beside the table. */
  readonly selected?: number | undefined
  /** At the left of the tools: filters. */
  readonly tools?: ReactNode
}

export function DataTable<T extends { readonly id: number }>(props: DataTableProps<T>) {
  const { name, columns, rows, onOpen, openLabel, onSort, selected, tools } = props
  const { t } = useTranslation()
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const [lists, keep] = usePreference('lists')
  const chosen = lists[name]?.columns
  const visible = useMemo(
    () => columns.filter(c => chosen?.includes(c.key) ?? c.shown !== false),
    [columns, chosen],
  )
  const [own, setOwn] = useState<Sort | null>(null)
  const sort = props.sort === undefined ? own : props.sort
  const by = columns.find(c => c.key === sort?.key)
  const sorted = useMemo(
    () => sortedBy(rows, by?.value, sort?.down === true),
    [rows, by, sort?.down],
  )
  const box = useRef<HTMLDivElement>(null)
  const virtual = useRows({
    box,
    count: sorted.length,
    height: phone ? CARD : ROW,
    overscan: 12,
    keyOf: i => sorted[i]?.id ?? i,
  })
  const { ref: measured, width: room } = useElementSize()
  const whole = useMergedRef(box, measured)
  const fitting = phone ? visible : fittingColumns(visible, room, onOpen ? OPENER + GAP : 0)
  const template = `${fitting.map(c => `minmax(${leastWidth(c)}px, ${c.width ?? 1}fr)`).join(' ')}${onOpen ? ` ${OPENER}px` : ''}`
  const toggle = (key: string) => {
    const next = columns
      .filter(c => (c.key === key ? !visible.includes(c) : visible.includes(c)))
      .map(c => c.key)
    if (next.length > 0) keep({ ...lists, [name]: { ...lists[name], columns: next } })
  }
  const title = usePageName() || name
  const exported = () => ({
    name,
    title,
    head: visible.map(c => c.label),
    rows: sorted.map(row => visible.map(c => textOf(c, row))),
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
        <TableTools columns={columns} visible={visible} onToggle={toggle} exported={exported} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>. */}
      <div
        ref={whole}
        className={classes.box}
        role="table"
        aria-rowcount={sorted.length + 1}
        aria-colcount={fitting.length}
        data-cards={phone || undefined}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the heads in it are pressed, not the row. */}
        <div
          role="row"
          aria-rowindex={1}
          className={classes.heads}
          style={phone ? undefined : { gridTemplateColumns: template }}
        >
          {fitting.map(c => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: its button is.
            <span
              key={c.key}
              role="columnheader"
              className={classes.headCell}
              data-end={c.end}
              aria-sort={sort?.key !== c.key ? 'none' : sort.down ? 'descending' : 'ascending'}
            >
              <UnstyledButton
                className={classes.sorter ?? ''}
                onClick={() => (onSort ?? setOwn)(turned(sort, c.key))}
              >
                <span className={classes.headLabel} title={c.label}>
                  {c.label}
                </span>
                {sort?.key === c.key &&
                  (sort.down ? (
                    <IconArrowDown size={14} aria-hidden />
                  ) : (
                    <IconArrowUp size={14} aria-hidden />
                  ))}
              </UnstyledButton>
            </span>
          ))}
          {onOpen && !phone && <span className={classes.last} aria-hidden />}
        </div>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(item => {
            const row = sorted[item.index]
            if (row === undefined) return null
            const place = {
              row,
              index: item.index,
              start: item.start,
              selected: row.id === selected,
              onOpen,
              openLabel,
            }
            return phone && first !== undefined ? (
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
      {sorted.length === 0 && <p className={classes.none}>{t('ui.list.nothing')}</p>}
    </div>
  )
}

interface Place {
  readonly row: { readonly id: number }
  readonly index: number
  readonly start: number
  readonly selected: boolean
  readonly onOpen: ((row: never) => void) | undefined
  readonly openLabel: ((row: never) => string) | undefined
}
const shown = (column: Column<never>, row: Place['row']): ReactNode =>
  column.show?.(row as never) ?? String(textOf(column, row as never) ?? '—')
const Open = ({ row, onOpen, openLabel }: Pick<Place, 'row' | 'onOpen' | 'openLabel'>) => (
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
}: Place & { readonly columns: readonly Column<never>[]; readonly template: string }) {
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
          {shown(c, row)}
        </span>
      ))}
      {onOpen && (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span role="cell" className={classes.last}>
          <Open {...place} />
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
}: Place & {
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
          {shown(first, row)}
        </span>
        {onOpen && (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <span role="cell">
            <Open {...place} />
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
                  <span className={classes.cardLabel}>{c.label}</span> {shown(c, row)}
                </span>,
              ]
        })}
      </div>
    </div>
  )
})
