// One activity: the vehicle, the driver and the period. An activity in progress can be ended.
import { formatDateTime, formatDuration } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Anchor, Badge, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DriverActivity } from '../contract.ts'
import classes from './activities.module.css'
import { CardSign } from './CardSign.tsx'

export function ActivityRow({
  activity,
  onEnd,
}: {
  readonly activity: DriverActivity
  readonly onEnd?: () => void
}) {
  const { t } = useTranslation()
  const { vehicle, driver, period_from, period_to, origin } = activity
  const name = `${driver.name} ${driver.surname}`
  return (
    <li className={classes.row} data-open={period_to === null || undefined}>
      <span className={classes.vehicle}>
        <VehicleTypeIcon type={vehicle.vehicle_type} size={20} />
        <Anchor
          className="flotta-target"
          component={Link}
          to="/global-map"
          search={{ v: vehicle.id } as never}
          fw={550}
        >
          {vehicle.plate}
        </Anchor>
      </span>
      <DriverName name={name} isByCard={origin === 'device'} />
      <span className={classes.period}>
        <time dateTime={period_from}>{formatDateTime(period_from, 'time')}</time>
        <span aria-hidden> – </span>
        {period_to === null ? (
          <Badge variant="light" color="green" tt="none" fw={550}>
            {t('activities.in_progress')}
          </Badge>
        ) : (
          <time dateTime={period_to}>
            {formatDateTime(period_to, isSameDay(period_from, period_to) ? 'time' : 'datetime')}
          </time>
        )}
      </span>
      <span className={classes.length}>
        {period_to === null ? (
          <ElapsedTime at={period_from} />
        ) : (
          formatDuration((Date.parse(period_to) - Date.parse(period_from)) / 1000)
        )}
      </span>
      <span className={classes.act}>
        {period_to === null && onEnd !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={onEnd}
            aria-label={t('activities.end_of', { driver: name, plate: vehicle.plate })}
          >
            {t('activities.end')}
          </Button>
        )}
      </span>
    </li>
  )
}
const isSameDay = (a: string, b: string): boolean =>
  formatDateTime(a, 'date') === formatDateTime(b, 'date')

/** The driver, with a sign where their card began the activity. */
function DriverName({ name, isByCard }: { readonly name: string; readonly isByCard: boolean }) {
  return (
    <span className={classes.who}>
      {name}
      {isByCard && <CardSign />}
    </span>
  )
}
/** How long the activity has lasted. Only this component renders again as time passes. */
function ElapsedTime({ at }: { readonly at: string }) {
  const now = useNow(60)
  return formatDuration((now - Date.parse(at)) / 1000)
}
