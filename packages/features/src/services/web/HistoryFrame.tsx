// The frame of every history of a panel: its heading, the period, and the states loading, failed and empty.
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { RangePicker } from '@flotta/ui/RangePicker.tsx'
import { DEFAULT_MAX_DAYS, type Range } from '@flotta/ui/range.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Title } from '@mantine/core'
import { IconHistory, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportButton } from '../../reports/reports/web/ReportButton.tsx'
import type { ReportDefaults } from '../../reports/reports/web/RequestReport.tsx'
import shared from '../panel.module.css'
import classes from './history.module.css'

export interface HistoryFrameProps {
  /** Its heading: "Storico porte". */
  readonly label: string
  readonly range: Range
  /** Days of the longest period; default: 5. */
  readonly maxDays?: number
  readonly onRange: (range: Range) => void
  readonly loading: boolean
  readonly error?: Error | null
  readonly onRetry?: () => void
  /** The shown data belong to the previous period. */
  readonly busy?: boolean
  readonly isEmpty: boolean
  /** Instead of "no results". */
  readonly emptyTitle?: string
  readonly icon?: TablerIcon
  /** The reports about it, of the same period. */
  readonly reports?: readonly ReportDefaults[] | undefined
  /** Below the period: sums, a chart. */
  readonly head?: ReactNode
  readonly children?: ReactNode
}

const NONE: readonly ReportDefaults[] = []

export function HistoryFrame(props: HistoryFrameProps) {
  const {
    label,
    range,
    onRange,
    loading,
    error = null,
    onRetry,
    busy = false,
    isEmpty,
    emptyTitle,
    icon = IconHistory,
    head,
    children,
    maxDays = DEFAULT_MAX_DAYS,
    reports = NONE,
  } = props
  const { t } = useTranslation()
  return (
    <section aria-label={label} aria-busy={busy || loading}>
      <div className={`${shared.section} ${classes.head}`}>
        <div className={classes.title} data-several={reports.length > 1 || undefined}>
          <Title order={3}>{label}</Title>
          {reports.map(wish => (
            <ReportButton
              key={wish.types?.join() ?? ''}
              {...wish}
              range={range}
              size="compact-sm"
              variant="subtle"
              {...(reports.length > 1 &&
                wish.types?.length === 1 && { label: t(`reports.type.${wish.types[0]}`) })}
            />
          ))}
        </div>
        <RangePicker
          fullWidth
          maxDays={maxDays}
          value={range}
          onChange={onRange}
          label={`${label}, ${t('ui.range.period')}`}
        />
        {head}
      </div>
      {error !== null ? (
        <LoadError error={error} {...(onRetry && { onRetry })} />
      ) : loading ? (
        <SkeletonRows rows={5} />
      ) : isEmpty ? (
        <Empty
          icon={icon}
          title={emptyTitle ?? t('ui.list.nothing')}
          text={t('ui.range.wider', { count: maxDays })}
        />
      ) : (
        children
      )}
    </section>
  )
}
