// The number of vehicles that pass the filter. A screen reader announces it when the filter changes, not whenever a vehicle stops.
import { formatNumber } from '@flotta/ui/texts.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

export interface CountProps {
  /** undefined: not loaded yet */
  readonly all: number | undefined
  readonly shown: number
  /** The filter; a new object when a person has changed it. */
  readonly by: object
}

export function Count({ all, shown, by }: CountProps) {
  const { t } = useTranslation()
  const words =
    all === undefined
      ? ''
      : shown === all
        ? t('global_map.count', { count: all, total: formatNumber(all) })
        : t('global_map.count_of', { shown: formatNumber(shown), total: formatNumber(all) })
  const announced = useRef({ by, words })
  if (announced.current.by !== by || announced.current.words === '')
    announced.current = { by, words }
  return (
    <>
      <span className="flotta-quiet" aria-hidden>
        {words}
      </span>
      <span className="flotta-hidden" role="status">
        {announced.current.words}
      </span>
    </>
  )
}
