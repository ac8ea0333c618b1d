// A delivery in progress: its map, and its facts below.

import { Age } from '@flotta/ui/Age.tsx'
import { addressOf } from '@flotta/ui/api.ts'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { MapMarker } from '@flotta/ui/map/Marker.tsx'
import { boxOf, type CoveredEdges, type Place, pointAt } from '@flotta/ui/map/place.ts'
import { MapStage, usePlace, useSubject } from '@flotta/ui/map/stage.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { Button, useComputedColorScheme } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExternalLink,
  IconFileText,
  IconFlag,
  IconHelpCircle,
  IconMapPin,
  IconMapPinFilled,
  IconMapPinOff,
  IconTemperature,
  IconTruck,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Delivery, deliveryReceipt } from '../contract.ts'
import classes from './follow.module.css'

export function DeliveryView({
  token,
  delivery,
}: {
  readonly token: string
  readonly delivery: Delivery
}) {
  const { t } = useTranslation()
  const { company, plate, destination, destination_position, position } = delivery
  const { arrival, temperature, to } = delivery
  return (
    <>
      {position !== null && (
        <MapStage>
          <DeliveryMap plate={plate} position={position} destination={destination_position} />
        </MapStage>
      )}
      <div className={classes.card}>
        <p className={classes.company}>{company}</p>
        <h1>{plate}</h1>
        {destination !== null && (
          <p className={classes.company}>{t('links.follow.to', { place: destination })}</p>
        )}
        <dl className={classes.facts}>
          {arrival !== null && <Arrival arrival={arrival} />}
          <Position position={position} />
          {temperature !== null && <Temperature temperature={temperature} />}
        </dl>
        {temperature?.receipt === true && (
          <Button
            component="a"
            href={addressOf(deliveryReceipt, { params: { token } })}
            target="_blank"
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconFileText size={18} aria-hidden />}
          >
            {t('links.follow.receipt')}
          </Button>
        )}
        <p className={classes.until}>{t('links.follow.until', { time: formatDateTime(to) })}</p>
      </div>
    </>
  )
}

function Fact({
  icon: Icon,
  label,
  tone,
  children,
}: {
  readonly icon: TablerIcon
  readonly label: string
  readonly tone?: 'good' | 'bad'
  readonly children: ReactNode
}) {
  return (
    <div data-tone={tone}>
      <dt>
        <Icon size={20} stroke={1.75} aria-hidden />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function Arrival({ arrival }: { readonly arrival: NonNullable<Delivery['arrival']> }) {
  const { t } = useTranslation()
  const { at, approximate, by, km, reached } = arrival
  const note =
    by === 'plan'
      ? t('links.follow.by_plan')
      : approximate
        ? t('links.follow.approximate')
        : t('links.follow.by_router')
  return (
    <Fact icon={IconFlag} label={t('links.follow.arrival')}>
      <strong className="flotta-figures">
        {reached ? t('links.follow.reached') : formatDateTime(at)}
      </strong>
      {!reached && (
        <span>
          {note}
          {km !== null && ` · ${formatNumber(km, { unit: 'km' })}`}
        </span>
      )}
    </Fact>
  )
}

function Position({ position }: Pick<Delivery, 'position'>) {
  const { t } = useTranslation()
  if (position === null)
    return (
      <Fact icon={IconMapPinOff} label={t('links.follow.position')}>
        <span>{t('links.follow.no_position')}</span>
      </Fact>
    )
  const { latitude, longitude, message_datetime, moving } = position
  return (
    <Fact icon={IconMapPin} label={t('links.follow.position')}>
      <strong>{t(moving ? 'links.follow.moving' : 'links.follow.standing')}</strong>
      <span>
        <Age at={message_datetime} />
      </span>
      <a
        className="flotta-target"
        href={`https://www.openstreetmap.org/?mlat=${latitude.toFixed(5)}&mlon=${longitude.toFixed(5)}#map=14/${latitude.toFixed(5)}/${longitude.toFixed(5)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('links.follow.open_in_maps')} <IconExternalLink size={14} aria-hidden />
      </a>
    </Fact>
  )
}

const verdictIcons = {
  within: [IconCircleCheck, 'good'],
  outside: [IconAlertTriangle, 'bad'],
  unknown: [IconHelpCircle, undefined],
} as const
function Temperature({
  temperature,
}: {
  readonly temperature: NonNullable<Delivery['temperature']>
}) {
  const { t } = useTranslation()
  const { verdict, sensors, from } = temperature
  const [icon, tone] = verdictIcons[verdict]
  const celsius = (value: number) => formatNumber(value, { unit: '°C', decimals: 1 })
  return (
    <Fact
      icon={sensors.length === 0 ? IconTemperature : icon}
      label={t('links.follow.temperature')}
      {...(tone !== undefined && sensors.length > 0 && { tone })}
    >
      <strong>
        {t(sensors.length === 0 ? 'links.follow.no_temperature' : `printing.verdict.${verdict}`)}
      </strong>
      {sensors.map(({ sensor, min, max }) => (
        <span key={sensor} className="flotta-figures">
          {sensor}: {celsius(min)} … {celsius(max)}
        </span>
      ))}
      <span>{t('links.follow.since', { time: formatDateTime(from) })}</span>
    </Fact>
  )
}

const nothingCovered: CoveredEdges = { top: 0, right: 0, bottom: 0, left: 0 }
const ZOOM = 10
/** The highest zoom of the map, for a delivery that is nearly there. */
const ZOOM_OF_BOTH = 14
const VEHICLE = { key: 'vehicle', names: ['vehicle'] }
/** The map of the vehicle and its remaining route, which are both visible when the page opens. */
function DeliveryMap({
  plate,
  position: { latitude, longitude },
  destination,
}: {
  readonly plate: string
  readonly position: NonNullable<Delivery['position']>
  readonly destination: Delivery['destination_position']
}) {
  const { t } = useTranslation()
  const theme = useComputedColorScheme('light')
  const place = useMemo<Place>(() => {
    const wayBox = destination && boxOf([destination, { latitude, longitude }])
    return wayBox === null
      ? { box: pointAt(longitude, latitude), zoom: ZOOM, drives: true }
      : { box: wayBox, zoom: ZOOM_OF_BOTH }
  }, [destination, longitude, latitude])
  usePlace(VEHICLE.key, place)
  useSubject(VEHICLE)
  return (
    <div className={classes.map}>
      <MapView theme={theme} covered={nothingCovered} label={t('links.follow.map', { plate })}>
        {destination !== null && (
          <MapMarker {...destination} anchor="bottom">
            <div className={classes.goal} role="img" aria-label={t('links.follow.destination')}>
              <IconMapPinFilled size={36} aria-hidden />
            </div>
          </MapMarker>
        )}
        <MapMarker longitude={longitude} latitude={latitude}>
          <div className={classes.mark}>
            <IconTruck size={20} aria-hidden />
          </div>
        </MapMarker>
      </MapView>
    </div>
  )
}
