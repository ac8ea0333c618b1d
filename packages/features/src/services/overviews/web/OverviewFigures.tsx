// The figures of a vehicle on a service page: its newest values, its position and speed, or its unit.
import { formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../../fleet/agreements/contract.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import { isLocated, isMoving } from '../../../map/global-map/rules.ts'
import { Where } from '../../../places/geocoding/web/Where.tsx'
import type { OverviewText as Part } from '../../overview.ts'
import type { VehicleOverview } from '../contract.ts'
import type { Page } from '../pages.ts'
import { overviewOf } from '../services.ts'
import classes from './overviews.module.css'

interface Props {
  readonly page: Page
  readonly pin: Pin
  /** Its newest values, for pages that show them. */
  readonly newest: VehicleOverview | undefined
}
export function OverviewFigures({ page, pin, newest }: Props) {
  const { t } = useTranslation()
  if (page.figures === 'unit') return pin.unit_code ?? t('overviews.no_unit')
  if (page.figures === 'newest')
    return newest === undefined ? null : (
      <Parts
        parts={partsOf(page, newest)}
        emptyText={overviewOf(page.tells)?.emptyText ?? 'overviews.no_reading'}
      />
    )
  if (pin.private) return t('private_trips.private')
  if (!isLocated(pin)) return t('global_map.no_position')
  return (
    <>
      {isMoving(pin) && pin.speed !== undefined
        ? formatNumber(pin.speed, { unit: 'km/h' })
        : t('global_map.stopped')}
      {pin.active_agreements?.includes(agreement.reverse_geocoding) === true && (
        <>
          {' · '}
          <Where latitude={pin.latitude} longitude={pin.longitude} decimals={2} />
        </>
      )}
    </>
  )
}

const partsOf = ({ name, tells }: Page, { last }: VehicleOverview): readonly Part[] =>
  last === null ? [] : (overviewOf(tells)?.texts(last, name) ?? [])

function Parts({
  parts,
  emptyText,
}: {
  readonly parts: readonly Part[]
  readonly emptyText: string
}) {
  const { t } = useTranslation()
  if (parts.length === 0) return t(emptyText)
  /** The label of a figure: a text of the product, or shown unchanged, such as T1. */
  const signText = (sign: string | undefined) =>
    sign === undefined ? '' : `${sign.includes('.') ? t(sign) : sign} `
  const partText = (part: Part): string => {
    if ('text' in part) return part.text
    if ('key' in part) return t(part.key, { ...part.values })
    const { value, unit, decimals = 0, sign } = part
    return `${signText(sign)}${formatNumber(value, { unit, decimals })}`
  }
  return parts.map((part, i) => {
    const words = partText(part)
    return (
      <span key={words}>
        {i > 0 && ' · '}
        <span className={classes.part} data-tone={part.tone}>
          {words}
        </span>
      </span>
    )
  })
}
