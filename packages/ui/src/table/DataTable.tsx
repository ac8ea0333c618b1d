// A table of records: columns by choice, kept; sorted by any of them; ten thousand rows as quick as ten; exported as it is seen.
import { ActionIcon, Button, Checkbox, Menu, Popover, Stack, UnstyledButton } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconCopy,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../preferences.ts'
import { currentLanguage } from '../texts.ts'
import { toast } from '../toast.tsx'
import { type Cell, copyTable, csvFile, excelFile, printTable } from './export.ts'
import classes from './table.module.css'

export interface Column<T> {
  readonly key: string
  readonly label: string
  /** What is sorted by and exported; numbers stay numbers. */
  readonly value: (row: T) => Cell
  /** What is shown; default: the value. */
  readonly show?: (row: T) => ReactNode
  /** Shown until somebody chooses otherwise; default: yes. */
  readonly shown?: boolean
  /** Share of the width; default 1. */
  readonly width?: number
}

const ROW = 40

export function DataTable<T extends { readonly id: number }>({
  name,
  columns,
  rows,
  onOpen,
  openLabel,
}: {
  /** Under it the choice of columns is kept, and files are named. */
  readonly name: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly onOpen?: (row: T) => void
  readonly openLabel?: (row: T) => string
}) {
  const { t } = useTranslation()
  const [lists, keep] = usePreference('lists')
  const chosen = lists[name]?.columns
  const visible = columns.filter(c => chosen?.includes(c.key) ?? c.shown !== false)
  const [sort, setSort] = useState<{ readonly key: string; readonly down: boolean } | null>(null)
  const sorted = useMemo(
    () =>
      sortedBy(
        rows,
        columns.find(c => c.key === sort?.key),
        sort?.down === true,
      ),
    [rows, columns, sort],
  )
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({ count: sorted.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 12 })
  const grid = { gridTemplateColumns: `${visible.map(c => `minmax(80px, ${c.width ?? 1}fr)`).join(' ')}${onOpen ? ' 48px' : ''}` }
  const turn = (key: string) => setSort(sort?.key !== key ? { key, down: false } : sort.down ? null : { key, down: true })
  const toggle = (key: string) => {
    const next = columns.filter(c => (c.key === key ? !visible.includes(c) : visible.includes(c))).map(c => c.key)
    if (next.length > 0) keep({ ...lists, [name]: { ...lists[name], columns: next } })
  }
  const exported = () => ({ name, head: visible.map(c => c.label), rows: sorted.map(row => visible.map(c => c.value(row))) })
  const attempt = (work: Promise<unknown>, done?: () => void) => void work.then(done, error => toast.failed(error))
  return (
    <div className={classes.whole}>
      <div className={classes.tools}>
        <Popover position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <Button variant="default" size="compact-md" leftSection={<IconColumns3 size={16} aria-hidden />}>
              {t('ui.table.columns')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('ui.table.columns')}>
            <Stack gap="sm">
              {columns.map(c => (
                <Checkbox
                  key={c.key}
                  label={c.label}
                  checked={visible.includes(c)}
                  disabled={visible.length === 1 && visible.includes(c)}
                  onChange={() => toggle(c.key)}
                />
              ))}
            </Stack>
          </Popover.Dropdown>
        </Popover>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="compact-md" leftSection={<IconDownload size={16} aria-hidden />}>
              {t('ui.table.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => attempt(copyTable(exported()), toast.copied)}>
              {t('ui.table.copy')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => csvFile(exported())}>
              CSV
            </Menu.Item>
            <Menu.Item leftSection={<IconFileTypeXls size={16} aria-hidden />} onClick={() => attempt(excelFile(exported()))}>
              Excel
            </Menu.Item>
            <Menu.Item leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => printTable(exported())}>
              PDF
            </Menu.Item>
            <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => printTable(exported())}>
              {t('ui.table.print')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are not drawn cannot be those of a <table>. */}
      <div ref={box} className={classes.box} role="table" aria-rowcount={sorted.length + 1} aria-colcount={visible.length}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the heads in it are pressed, not the row. */}
        <div role="row" aria-rowindex={1} className={classes.heads} style={grid}>
          {visible.map(c => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: its button is.
            <span key={c.key} role="columnheader" aria-sort={sort?.key !== c.key ? 'none' : sort.down ? 'descending' : 'ascending'}>
              <UnstyledButton className={classes.sorter ?? ''} onClick={() => turn(c.key)}>
                {c.label}
                {sort?.key === c.key && (sort.down ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
              </UnstyledButton>
            </span>
          ))}
        </div>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(item => {
            const row = sorted[item.index]
            return row === undefined ? null : (
              // biome-ignore lint/a11y/useSemanticElements: as above.
              // biome-ignore lint/a11y/useFocusableInteractive: the button in it is.
              <div
                key={row.id}
                role="row"
                aria-rowindex={item.index + 2}
                className={classes.row}
                style={{ ...grid, height: ROW, transform: `translateY(${item.start}px)` }}
              >
                {visible.map(c => (
                  // biome-ignore lint/a11y/useSemanticElements: as above.
                  <span key={c.key} role="cell" className={classes.cell}>
                    {c.show?.(row) ?? String(c.value(row) ?? '—')}
                  </span>
                ))}
                {onOpen && (
                  // biome-ignore lint/a11y/useSemanticElements: as above.
                  <span role="cell">
                    <ActionIcon onClick={() => onOpen(row)} aria-label={openLabel?.(row)}>
                      <IconPencil size={18} stroke={1.75} aria-hidden />
                    </ActionIcon>
                  </span>
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** By the value of a column, as the language orders words; what has none comes last. */
function sortedBy<T>(rows: readonly T[], column: Column<T> | undefined, down: boolean): readonly T[] {
  if (column === undefined) return rows
  const words = new Intl.Collator(currentLanguage(), { numeric: true, sensitivity: 'base' })
  const empty = (v: Cell) => v === null || v === ''
  return [...rows].sort((left, right) => {
    const [a, b] = [column.value(left), column.value(right)]
    if (empty(a) || empty(b)) return Number(empty(a)) - Number(empty(b))
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))
    return down ? -order : order
  })
}
