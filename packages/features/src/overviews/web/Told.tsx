// What a vehicle says of a service: temperatures, where it is and how fast, or its unit.
import { formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../agreements/contract.ts'
import { Where } from '../../geocoding/web/Where.tsx'
import type { Pin } from '../../map/contract.ts'
import { isLocated, isMoving } from '../../map/rules.ts'
import type { Figures } from '../pages.ts'

const sensors = ['T1', 'T2', 'T3', 'T4'] as const
const celsius = { unit: '°C', decimals: 1 } as const

export function Told({ pin, figures }: { readonly pin: Pin; readonly figures: Figures }) {
  const { t } = useTranslation()
  if (figures === 'unit') return pin.unit_code ?? t('overviews.no_unit')
  if (figures === 'temperatures') {
    const told = sensors.filter(sensor => pin[sensor] !== undefined)
    if (told.length === 0) return t('overviews.no_temperature')
    return told.map(sensor => `${told.length > 1 ? `${sensor} ` : ''}${formatNumber(pin[sensor], celsius)}`).join(' · ')
  }
  if (figures === 'none') return null
  if (!isLocated(pin)) return t('map.no_position')
  return (
    <>
      {isMoving(pin) && pin.speed !== undefined ? formatNumber(pin.speed, { unit: 'km/h' }) : t('map.stopped')}
      {pin.active_agreements?.includes(agreement.reverse_geocoding) === true && (
        <>
          {' · '}
          <Where latitude={pin.latitude} longitude={pin.longitude} decimals={2} />
        </>
      )}
    </>
  )
}
