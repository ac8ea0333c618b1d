// The vehicles of a service, one line each, the most urgent first; only those in view are rendered, so that ten thousand are as quick as ten.
import { Age, useIsOld } from '@flotta/ui/Age.tsx'
import { useRowKeys, useRows } from '@flotta/ui/rows.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { intervalOf } from '../../../fleet/vehicles/rules.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import { PinRows } from '../../../map/global-map/web/PinRows.tsx'
import type { VehicleOverview } from '../contract.ts'
import type { Page } from '../pages.ts'
import { gravestOf } from './gravest.ts'
import { OverviewFigures } from './OverviewFigures.tsx'
import classes from './overviews.module.css'
import type { Newest } from './useNewest.ts'

const ROW = 40
/** On a phone the figures have a line of their own; CSS pixels. */
const ROW_OF_TWO = 60

export function VehicleLines({
  page,
  pins,
  newest,
}: {
  readonly page: Page
  readonly pins: readonly Pin[]
  readonly newest: Newest | undefined
}) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const height = usePhone() ? ROW_OF_TWO : ROW
  const rows = useRows({ box, count: pins.length, height, overscan: 10 })
  const onKeyDown = useRowKeys(box, rows, pins.length, 'a')
  return (
    <section
      ref={box}
      className={classes.vehicles}
      aria-label={t('overviews.having')}
      onKeyDown={onKeyDown}
    >
      <PinRows
        rows={rows}
        pins={pins}
        className={classes.vehicleRow}
        height={height}
        row={pin => <VehicleLine page={page} pin={pin} newest={newest?.get(pin.id)} />}
      />
    </section>
  )
}

interface LineProps {
  readonly page: Page
  readonly pin: Pin
  readonly newest: VehicleOverview | undefined
}
/** Rendered again only when its own pin or values have changed. */
const VehicleLine = memo(function VehicleLine({ page, pin, newest }: LineProps) {
  const { t } = useTranslation()
  const severity = gravestOf(page, pin)
  const old = useIsOld(pin.message_datetime, intervalOf(pin))
  return (
    <Link
      to="/services/$service/$vehicleId"
      params={{ service: page.name, vehicleId: String(pin.id) }}
      className={classes.vehicle}
    >
      <VehicleTypeIcon
        type={pin.vehicle_type}
        size={18}
        label={t(`vehicles.type.${pin.vehicle_type}`)}
      />
      <strong className={classes.plate}>{pin.plate}</strong>
      <StatusDot status={pin.status} />
      <span className={classes.texts}>
        <OverviewFigures page={page} pin={pin} newest={newest} />
      </span>
      {severity !== undefined && <Severity level={severity} />}
      <span className={classes.age}>
        {pin.message_datetime === undefined ? (
          t('global_map.never_seen')
        ) : (
          <Age at={pin.message_datetime} old={old} />
        )}
      </span>
    </Link>
  )
})
