// Replacements of a drawn chart: a text that there is nothing to draw, or its table.
import { ScrollArea } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../Empty.tsx'
import { formatNumber } from '../texts.ts'
import classes from './chart.module.css'
import type { Table } from './data-table.ts'
import { TableRows } from './parts.tsx'

/** Number of rows of the table that the page shows; the file has all rows. */
const SHOWN = 500

export function EmptyChart({
  label,
  titled,
  height,
}: {
  readonly label: string
  readonly titled: boolean
  readonly height: number
}) {
  const { t } = useTranslation()
  return (
    <figure className={classes.chart} aria-label={label}>
      {titled && <figcaption className={classes.title}>{label}</figcaption>}
      <div style={{ minHeight: height }} className={classes.nothing}>
        <Empty icon={IconChartBar} title={t('ui.chart.nothing')} />
      </div>
    </figure>
  )
}

export function VisibleTable({
  table,
  label,
  unit,
  decimals,
  height,
}: {
  readonly table: Table
  readonly label: string
  readonly unit: string | undefined
  readonly decimals: number | undefined
  readonly height: number
}) {
  const { t } = useTranslation()
  return (
    <ScrollArea.Autosize
      mah={height}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <TableRows
        table={{ ...table, rows: table.rows.slice(0, SHOWN) }}
        label={label}
        unit={unit}
        decimals={decimals}
      />
      {table.rows.length > SHOWN && (
        <p className={classes.more}>
          {t('ui.chart.rows', {
            shown: formatNumber(SHOWN),
            total: formatNumber(table.rows.length),
          })}
        </p>
      )}
    </ScrollArea.Autosize>
  )
}
