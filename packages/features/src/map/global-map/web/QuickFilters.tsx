// The quick filters above the card list, each with the number of vehicles that it would keep.
import { formatNumber } from '@flotta/ui/texts.ts'
import {
  IconAlertCircle,
  IconEngine,
  IconPlugConnected,
  IconSnowflake,
  IconSteeringWheel,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type QuickFilter, quickFilters } from '../filter.ts'
import classes from './map.module.css'

const icons: Readonly<Record<QuickFilter, TablerIcon>> = {
  connected: IconPlugConnected,
  fridge: IconSnowflake,
  moving: IconSteeringWheel,
  idling: IconEngine,
  alarm: IconAlertCircle,
}

export interface QuickFiltersProps {
  readonly isActive: (quick: QuickFilter) => boolean
  /** undefined while loading */
  readonly counts: Readonly<Record<QuickFilter, number>> | undefined
  readonly onToggle: (quick: QuickFilter) => void
}

/** Counts from here on leave no room for the icons where the list is narrow. */
const LONG_COUNT = 10_000

export function QuickFilters({ isActive, counts, onToggle }: QuickFiltersProps) {
  const { t } = useTranslation()
  const hasLongCounts = counts !== undefined && Object.values(counts).some(n => n >= LONG_COUNT)
  return (
    <fieldset
      className={classes.quick}
      data-long={hasLongCounts || undefined}
      aria-label={t('global_map.quick_filters')}
    >
      {quickFilters.map(quick => {
        const Icon = icons[quick]
        return (
          <button
            key={quick}
            type="button"
            className={classes.chip}
            aria-pressed={isActive(quick)}
            data-alarm={quick === 'alarm' && (counts?.alarm ?? 0) > 0}
            onClick={() => onToggle(quick)}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            <span className={classes.grow} title={t(`global_map.feature.${quick}`)}>
              {t(`global_map.feature.${quick}`)}
            </span>
            {counts !== undefined && <b>{formatNumber(counts[quick])}</b>}
          </button>
        )
      })}
    </fieldset>
  )
}
