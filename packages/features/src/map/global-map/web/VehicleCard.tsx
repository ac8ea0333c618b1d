// A vehicle in the card list: plate, connection, age of the position, movement.
import { SECOND } from '@flotta/core/time.ts'
import { Age, useIsOld } from '@flotta/ui/Age.tsx'
import { isPlainClick } from '@flotta/ui/Lead.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { formatNumber, formatRoughly } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { IconEngine, IconLock, IconMapPinOff, IconSteeringWheel } from '@tabler/icons-react'
import { memo, use } from 'react'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../../fleet/agreements/contract.ts'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import { connectionStatus } from '../../../fleet/vehicles/contract.ts'
import { intervalOf } from '../../../fleet/vehicles/rules.ts'
import { FormerMark } from '../../../fleet/vehicles/web/FormerMark.tsx'
import { motionKey } from '../../../fleet/vehicles/web/Motion.tsx'
import { Where } from '../../../places/geocoding/web/Where.tsx'
import { FormerVehicles, usePastMoment } from '../../time-machine/web/moment.ts'
import type { Pin } from '../contract.ts'
import { isIdling, isLocated, isMoving, isReefer, severityOf } from '../rules.ts'
import classes from './map.module.css'

/** Height of a card with its gap, CSS pixels. */
export const CARD_HEIGHT = 60

export interface VehicleCardProps {
  readonly pin: Pin
  readonly fleet: Fleet | undefined
  readonly selected: boolean
  readonly onSelect: (id: number) => void
  /** When it entered the area, shown instead of its place; null: the time is unknown. */
  readonly entered?: string | null | undefined
}

const knowsPlaces = (pin: Pin): pin is Pin & { latitude: number; longitude: number } =>
  isLocated(pin) && pin.active_agreements?.includes(agreement.reverse_geocoding) === true

/** Rendered again only when its own pin changed: thousands of other vehicles may move. */
export const VehicleCard = memo(function VehicleCard({
  pin,
  fleet,
  selected,
  onSelect,
  entered,
}: VehicleCardProps) {
  const { t } = useTranslation()
  const severity = severityOf(pin) ?? 0
  // the age of a position makes no sense for a past moment
  const isPast = usePastMoment() !== null
  const former = use(FormerVehicles).get(pin.id)
  const old = useIsOld(pin.message_datetime, intervalOf(pin))
  return (
    // A link, so that the browser can open it in another tab; a plain click selects the vehicle on this map.
    <a
      href={`/global-map?v=${pin.id}`}
      className={classes.card}
      data-ring={severity}
      data-old={old || undefined}
      aria-current={selected ? 'true' : undefined}
      onClick={event => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onSelect(pin.id)
      }}
    >
      <span className={classes.cardIcon} data-ring={severity}>
        <VehicleTypeIcon type={pin.vehicle_type} label={t(`vehicles.type.${pin.vehicle_type}`)} />
        <span className={classes.cardStatus}>
          <StatusDot status={pin.status} />
        </span>
      </span>
      <span className={classes.cardBody}>
        <span className={classes.line}>
          <strong className={classes.plate}>{pin.plate}</strong>
          <FormerMark former={former} />
          {severity > 0 && <Severity level={severity} />}
          {isReefer(pin) && pin.T1 !== undefined && (
            <span className={classes.figure}>
              {formatNumber(pin.T1, { unit: '°C', decimals: 1 })}
            </span>
          )}
          <Doing pin={pin} />
        </span>
        <span className={classes.line} data-quiet>
          <span className={classes.whereabouts}>
            <Place pin={pin} entered={entered} />
            <Occupation pin={pin} />
          </span>
          {isPast ? null : pin.message_datetime === undefined ? (
            <span className={classes.age}>{t('global_map.never_seen')}</span>
          ) : (
            <span className={classes.age}>
              <Age at={pin.message_datetime} old={old} />
            </span>
          )}
        </span>
      </span>
      {fleet !== undefined && (
        <span
          className={classes.fleetEdge}
          style={{ background: fleet.color }}
          title={`${fleet.code} · ${fleet.description}`}
        >
          <span className="flotta-hidden">{fleet.code}</span>
        </span>
      )}
    </a>
  )
})

interface PinProps {
  readonly pin: Pin
}
/** What the vehicle does, how fast and for how long; for a silent vehicle only that it is silent. */
function Doing({ pin }: PinProps) {
  const { t } = useTranslation()
  const now = useNow(60)
  const isPast = usePastMoment() !== null
  if (pin.status === connectionStatus.disconnected) {
    const word = isPast ? 'time_machine.silent' : `ui.status.${connectionStatus.disconnected}`
    return <span className={classes.doing}>{isPast && !isLocated(pin) ? null : t(word)}</span>
  }
  const since =
    pin.motion_since === null
      ? null
      : t('global_map.since', {
          time: formatRoughly((now - Date.parse(pin.motion_since)) / SECOND),
        })
  return (
    <span className={classes.doing}>
      {isMoving(pin) ? (
        <b>{formatNumber(pin.speed, { unit: 'km/h' })}</b>
      ) : isIdling(pin) ? (
        <span className={classes.idling} title={t('vehicles.motion.idling')}>
          <IconEngine size={14} stroke={1.75} role="img" aria-label={t('vehicles.motion.idling')} />
        </span>
      ) : pin.moving === false ? (
        t(
          pin.motion === 'parked' && since !== null
            ? motionKey(pin.motion, pin.motion_since)
            : 'global_map.stopped',
        )
      ) : null}
      {since !== null && <span> {since}</span>}
    </span>
  )
}

/** Where the vehicle is, or since when it has been in the area. */
function Place({ pin, entered }: PinProps & Pick<VehicleCardProps, 'entered'>) {
  const { t } = useTranslation()
  return (
    <span className={classes.place}>
      {entered === undefined ? (
        knowsPlaces(pin) && <Where latitude={pin.latitude} longitude={pin.longitude} decimals={2} />
      ) : entered === null ? null : (
        <>
          {t('global_map.entered')} <RelativeTime at={entered} />
        </>
      )}
    </span>
  )
}

/** `C. Marchetti`: shortened, because the place needs the room. */
const shortName = (name: string): string => name.replace(/^(\S)\S+ (?=\S)/u, '$1. ')

/** The driver, and why no position is shown. */
function Occupation({ pin }: PinProps) {
  const { t } = useTranslation()
  return (
    <span className={classes.crew}>
      {pin.driver !== undefined && (
        <span className={classes.driver} title={pin.driver}>
          <IconSteeringWheel
            size={14}
            stroke={1.75}
            role="img"
            aria-label={t('global_map.driver')}
          />
          <span aria-hidden>{shortName(pin.driver)}</span>
          <span className="flotta-hidden">{pin.driver}</span>
        </span>
      )}
      {pin.private && (
        <span className={classes.private}>
          <IconLock size={14} stroke={1.75} aria-hidden /> {t('private_trips.private')}
        </span>
      )}
      {!isLocated(pin) && !pin.private && (
        <IconMapPinOff size={14} role="img" aria-label={t('global_map.no_position')} />
      )}
    </span>
  )
}
