// The vehicles that are in an area now, each leading to its place on the global map.
import { Age } from '@flotta/ui/Age.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { hubVehicles } from '../contract.ts'
import classes from './areas.module.css'
import { useVehiclesInside } from './useVehiclesInside.ts'

/** Vehicles that are shown before somebody asks for all. */
const SHOWN = 20

export function InsideNow({
  endpoint,
  id,
}: {
  readonly endpoint: typeof hubVehicles
  readonly id: number
}) {
  const { t } = useTranslation()
  const { data, error, refetch } = useVehiclesInside(endpoint, id)
  const [whole, setWhole] = useState(false)
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={2} height={28} />
  const vehicles = whole ? data : data.slice(0, SHOWN)
  return (
    <section className={classes.inside} aria-label={t('areas.inside')}>
      <h3>
        {t('areas.inside')} <span className={classes.radius}>{formatNumber(data.length)}</span>
      </h3>
      {data.length === 0 && <p className={classes.quiet}>{t('areas.nobody')}</p>}
      <ul>
        {vehicles.map(vehicle => (
          <li key={vehicle.id}>
            <Link to="/global-map" search={{ v: vehicle.id }} className={classes.vehicle}>
              <VehicleTypeIcon
                type={vehicle.vehicle_type}
                size={18}
                label={t(`vehicles.type.${vehicle.vehicle_type}`)}
              />
              <strong className={classes.grow}>{vehicle.plate}</strong>
              {vehicle.entered_at !== null && (
                <span className={classes.quiet}>
                  <Age at={vehicle.entered_at} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {data.length > SHOWN && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setWhole(!whole)}
          aria-expanded={whole}
        >
          {whole ? t('areas.fewer') : t('areas.show_all', { total: formatNumber(data.length) })}
        </Button>
      )}
    </section>
  )
}
