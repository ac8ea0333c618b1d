// The last position: moving or stopped, where, how high, which way, how fast; its address where agreement 25 is active.
import { MeasuredValues } from '@flotta/ui/Age.tsx'
import { copyText } from '@flotta/ui/copy.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { ActionIcon, Anchor, Group, Tooltip } from '@mantine/core'
import {
  IconArrowUp,
  IconCopy,
  IconExternalLink,
  IconMapPinOff,
  IconParking,
  IconSteeringWheel,
} from '@tabler/icons-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { hasActiveAgreement } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { ShareSection } from '../../../integrations/links/web/ShareSection.tsx'
import type { Position } from '../../../telemetry/trips/contract.ts'
import shared from '../../panel.module.css'
import { Ignition } from '../../panel.tsx'
import { MeasuredAtEnd } from '../../web/MeasuredAtEnd.tsx'
import { Address } from './Address.tsx'

export interface LastPositionProps {
  readonly vehicle: Vehicle
  /** null: never received */
  readonly last: Position | null
  /** Since when it has been moving or stopped, ISO; null: not known */
  readonly since: string | null
}

export function LastPosition({ vehicle, last, since }: LastPositionProps) {
  const { t } = useTranslation()
  const now = useNow(60)
  if (last === null)
    return (
      <Empty
        icon={IconMapPinOff}
        title={t('eyegeo.no_position')}
        text={t('eyegeo.no_position_text')}
      />
    )
  const withAddress = hasActiveAgreement(
    vehicle.active_agreements,
    agreement.reverse_geocoding,
    now,
  )
  return (
    <section className={shared.section} aria-label={t('eyegeo.last_position')}>
      <Motion last={last} since={since} now={now} />
      {withAddress && <Address latitude={last.latitude} longitude={last.longitude} />}
      <MeasuredValues at={last.message_datetime}>
        <Figures last={last} />
      </MeasuredValues>
      <Group gap="xs" mt="sm" justify="space-between">
        <MapLink last={last} />
        <ShareSection vehicle={vehicle} lastAt={last.message_datetime} />
      </Group>
    </section>
  )
}
/** Since when it has been moving or stopped, and how old that is. */
function Motion({
  last,
  since,
  now,
}: {
  readonly last: Position
  readonly since: string | null
  readonly now: number
}) {
  const { t } = useTranslation()
  return (
    <div className={shared.line} style={{ marginBottom: 8 }}>
      {last.moving ? (
        <IconSteeringWheel size={18} aria-hidden />
      ) : (
        <IconParking size={18} aria-hidden />
      )}
      <strong>
        {since === null
          ? t(last.moving ? 'eyegeo.moving' : 'eyegeo.stopped')
          : t(last.moving ? 'eyegeo.moving_for' : 'eyegeo.stopped_for', {
              time: formatDuration((now - Date.parse(since)) / 1000),
            })}
      </strong>
      <MeasuredAtEnd at={last.message_datetime} />
    </div>
  )
}

const degrees = (angle: number): string => angle.toFixed(6)

function Figures({ last }: { readonly last: Position }) {
  const { t } = useTranslation()
  const ignition = useContext(Ignition)
  const latitude = degrees(last.latitude)
  const longitude = degrees(last.longitude)
  const copy = () => void copyText(`${latitude}, ${longitude}`)
  return (
    <div className={shared.grid}>
      <Stat label={t('eyegeo.speed')} value={last.speed} unit="km/h" />
      <Stat
        label={t('eyegeo.direction')}
        value={formatNumber(last.direction, { unit: '°' }).replace('\u00a0', '')}
        after={
          <IconArrowUp
            size={14}
            aria-hidden
            style={{
              transform: `rotate(${last.direction}deg)`,
              marginLeft: 4,
              verticalAlign: -2,
            }}
          />
        }
      />
      <Stat label={t('eyegeo.latitude')} value={latitude} />
      <Stat
        label={t('eyegeo.longitude')}
        value={longitude}
        after={
          <Tooltip label={t('eyegeo.copy_position')}>
            <ActionIcon
              size="xs"
              ml={4}
              my={-12}
              style={{ verticalAlign: 'middle' }}
              aria-label={t('eyegeo.copy_position')}
              onClick={copy}
            >
              <IconCopy size={14} />
            </ActionIcon>
          </Tooltip>
        }
      />
      {ignition !== undefined && (
        <Stat
          label={t('eyegeo.ignition')}
          value={t(ignition ? 'eyegeo.ignition_on' : 'eyegeo.ignition_off')}
        />
      )}
      <Stat label={t('eyegeo.km_total')} value={last.km} unit="km" />
      <Stat label={t('eyegeo.altitude')} value={last.altitude} unit="m" />
    </div>
  )
}

/** Opens the position in another map. */
function MapLink({ last }: { readonly last: Position }) {
  const { t } = useTranslation()
  return (
    <Anchor
      className="flotta-target"
      size="xs"
      display="inline-flex"
      style={{ alignItems: 'center', gap: 4 }}
      href={`https://www.google.com/maps/search/?api=1&query=${degrees(last.latitude)},${degrees(last.longitude)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {t('eyegeo.open_in_maps')}
      <IconExternalLink size={14} aria-hidden />
    </Anchor>
  )
}
