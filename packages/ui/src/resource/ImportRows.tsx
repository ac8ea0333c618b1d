// The rows of a sheet with their faults, faulty rows first; ten thousand rows are as quick as ten.
import { ScrollArea, Table } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRows } from '../rows.ts'
import { decimalsOf } from '../table/export.ts'
import { formatNumber } from '../texts.ts'
import classes from './resource.module.css'
import type { SheetColumn, SheetRow } from './sheet.ts'

const ROW = 37

interface ImportRowsProps {
  readonly rows: readonly SheetRow[]
  readonly columns: readonly SheetColumn[]
}
export function ImportRows({ rows, columns }: ImportRowsProps) {
  const { t } = useTranslation()
  const sortedRows = useMemo(
    () => rows.toSorted((a, b) => Number(b.wrong.length > 0) - Number(a.wrong.length > 0)),
    [rows],
  )
  const box = useRef<HTMLDivElement>(null)
  const virtual = useRows({ box, count: sortedRows.length, height: ROW })
  const anyWrong = (sortedRows[0]?.wrong.length ?? 0) > 0
  const visibleRows = virtual.getVirtualItems()
  const above = visibleRows[0]?.start ?? 0
  const below = virtual.getTotalSize() - (visibleRows.at(-1)?.end ?? 0)
  return (
    <ScrollArea.Autosize
      mah="45dvh"
      type="auto"
      offsetScrollbars="present"
      viewportRef={box}
      viewportProps={{ tabIndex: 0, 'aria-label': t('ui.import.rows'), role: 'region' }}
    >
      <Table
        stickyHeader
        horizontalSpacing="sm"
        className={classes.sheet ?? ''}
        aria-rowcount={sortedRows.length + 1}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('ui.import.row')}</Table.Th>
            {/* Before the values, which may be wider than the dialog. */}
            {anyWrong && <Table.Th>{t('ui.import.problem')}</Table.Th>}
            {columns.map(c => (
              <Table.Th key={c.field}>{c.title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {visibleRows.map(item => {
            const row = sortedRows[item.index]
            return row === undefined ? null : (
              <Table.Tr key={row.row} aria-rowindex={item.index + 2} style={{ height: ROW }}>
                <RowCells row={row} columns={columns} withProblem={anyWrong} />
              </Table.Tr>
            )
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

const cellText = (value: string | number | undefined): string =>
  typeof value === 'number' ? formatNumber(value, { decimals: decimalsOf(value) }) : (value ?? '')

interface RowCellsProps {
  readonly row: SheetRow
  readonly columns: readonly SheetColumn[]
  readonly withProblem: boolean
}
const RowCells = ({ row, columns, withProblem }: RowCellsProps) => (
  <>
    <Table.Td>{row.row}</Table.Td>
    {withProblem && (
      <Table.Td className={classes.problem ?? ''} data-wrong={row.wrong.length > 0 || undefined}>
        {row.wrong.join(' · ')}
      </Table.Td>
    )}
    {columns.map(c => (
      <Table.Td key={c.field} data-wrong={row.fields.includes(c.field) || undefined}>
        {cellText(row.values[c.field])}
      </Table.Td>
    ))}
  </>
)
