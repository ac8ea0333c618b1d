// The lines of a table: its head, the headings of groups, and its rows, which are cards on phones.
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil } from '@tabler/icons-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { type Column, type Heading, textOf } from './columns.ts'
import { nextSort, type Sort } from './sort.ts'
import classes from './table.module.css'

/** Heights and widths in pixels: of a row, of a card's edges and head, of a line of its values, and of the button that opens a row. */
export const ROW = 40
const CARD_HEAD = 61
const CARD_LINE = 20
export const OPENER = 40

/** The height of a card in pixels: each column has its place there, also where the row has no value yet, so that nothing moves when values come. */
export function cardHeight(columns: readonly Pick<Column<never>, 'ownLine'>[]): number {
  const ownLines = columns.filter(column => column.ownLine).length
  return CARD_HEAD + CARD_LINE * (ownLines + Math.ceil((columns.length - ownLines) / 2))
}

/** The CSS grid template of a row from the widths of its columns in px; the last track is for the button that opens the row. */
export const templateOf = (widths: readonly number[], hasOpener: boolean): string =>
  `${widths.map(width => `minmax(${width}px, ${width}fr)`).join(' ')}${hasOpener ? ` ${OPENER}px` : ''}`

/** The position of a line in the table, and its distance from the table's upper edge in pixels. */
interface LinePlace {
  readonly index: number
  readonly start: number
  readonly selected?: boolean
}
interface LineProps {
  readonly at: LinePlace
  /** Given when the height depends on the content. */
  readonly measure?: (node: Element | null) => void
  readonly className: string | undefined
  readonly style?: CSSProperties
  readonly children: ReactNode
}
const Line = ({ at, measure, className, style, children }: LineProps) => (
  // biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>.
  // biome-ignore lint/a11y/useFocusableInteractive: what is pressed stands in it.
  <div
    {...(measure && { ref: measure, 'data-index': at.index })}
    role="row"
    aria-rowindex={at.index + 2}
    className={className}
    data-selected={at.selected || undefined}
    style={{ ...style, transform: `translateY(${at.start}px)` }}
  >
    {children}
  </div>
)

export function HeadingRow({
  heading,
  note,
  index,
  start,
  span,
  measure,
}: Heading &
  LinePlace & {
    readonly span: number
    /** Given on phones, where a heading is lower than the cards. */
    readonly measure?: (node: Element | null) => void
  }) {
  return (
    <Line
      at={{ index, start }}
      {...(measure && { measure })}
      className={classes.heading}
      style={{ height: ROW }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <span role="cell" aria-colspan={span}>
        {heading}
        {note !== '' && <span className={classes.headingNote}>{note}</span>}
      </span>
    </Line>
  )
}

const sortOf = (key: string, sort: Sort | null): 'none' | 'ascending' | 'descending' =>
  sort?.key !== key ? 'none' : sort.down ? 'descending' : 'ascending'

export function HeadRow({
  columns,
  template,
  sort,
  onSort,
  hasOpener,
}: {
  readonly columns: readonly Pick<Column<never>, 'key' | 'label' | 'end' | 'actions'>[]
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
          {...(!column.actions && { 'aria-sort': sortOf(column.key, sort) })}
        >
          {column.actions ? (
            <span className={classes.headLabel}>{column.label}</span>
          ) : (
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
          )}
        </span>
      ))}
      {hasOpener && <span className={classes.last} aria-hidden />}
    </div>
  )
}

interface RowPlace extends LinePlace {
  readonly row: { readonly id: number }
  readonly onOpen: ((row: never) => void) | undefined
  readonly openLabel: ((row: never) => string) | undefined
}
const cellContent = (column: Column<never>, row: RowPlace['row']): ReactNode =>
  column.show?.(row as never) ?? String(textOf(column, row as never) ?? '—')
/** Whether a long text may continue on a second line. */
const mayWrap = ({ end, whole, beside }: Column<never>): boolean =>
  !end && !whole && beside === undefined
const OpenButton = ({ row, onOpen, openLabel }: Pick<RowPlace, 'row' | 'onOpen' | 'openLabel'>) => (
  <ActionIcon
    className={classes.open ?? ''}
    onClick={() => onOpen?.(row as never)}
    aria-label={openLabel?.(row as never)}
  >
    <IconPencil size={18} stroke={1.75} aria-hidden />
  </ActionIcon>
)

export const Row = memo(function Row({
  columns,
  template,
  ...place
}: RowPlace & { readonly columns: readonly Column<never>[]; readonly template: string }) {
  const { row, onOpen } = place
  return (
    <Line at={place} className={classes.row} style={{ gridTemplateColumns: template, height: ROW }}>
      {columns.map(c => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span
          key={c.key}
          role="cell"
          className={classes.cell}
          data-end={c.end}
          data-wraps={mayWrap(c) || undefined}
        >
          {mayWrap(c) ? <span>{cellContent(c, row)}</span> : cellContent(c, row)}
        </span>
      ))}
      {onOpen && (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span role="cell" className={classes.last}>
          <OpenButton {...place} />
        </span>
      )}
    </Line>
  )
})

export const Card = memo(function Card({
  first,
  others,
  measure,
  ...place
}: RowPlace & {
  readonly first: Column<never>
  readonly others: readonly Column<never>[]
  readonly measure: (node: Element | null) => void
}) {
  const { row, onOpen } = place
  return (
    <Line at={place} measure={measure} className={classes.cardRow}>
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
        {others.map(c => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <span key={c.key} role="cell" className={classes.cell} data-own-line={c.ownLine}>
            <span className={c.selfEvident ? 'flotta-hidden' : classes.cardLabel}>{c.label}</span>{' '}
            {cellContent(c, row)}
          </span>
        ))}
      </div>
    </Line>
  )
})
