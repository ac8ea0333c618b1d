// Devices as small cards with vehicle, unit code, connection and time of the last message. As many columns as fit; only the rows in view are drawn.
import { Age } from '@flotta/ui/Age.tsx'
import { useRows } from '@flotta/ui/rows.ts'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { DASH } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceItem } from '../contract.ts'
import classes from './devices.module.css'

const ROW = 88
const NARROWEST = 240

export function DeviceGrid({ devices }: { readonly devices: readonly DeviceItem[] }) {
  const { ref, width } = useElementSize()
  const box = useRef<HTMLDivElement>(null)
  const columns = Math.max(1, Math.floor(width / NARROWEST))
  const rows = useRows({
    box,
    count: Math.ceil(devices.length / columns),
    height: ROW,
    overscan: 4,
  })
  return (
    <div ref={useMergedRef(ref, box)} className={classes.box}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().flatMap(row =>
          devices.slice(row.index * columns, (row.index + 1) * columns).map((device, i) => (
            <li
              key={device.id}
              className={classes.place}
              style={{
                height: ROW,
                width: `${100 / columns}%`,
                transform: `translate(${i * 100}%, ${row.start}px)`,
              }}
            >
              <Unit device={device} />
            </li>
          )),
        )}
      </ul>
    </div>
  )
}

function Unit({ device }: { readonly device: DeviceItem }) {
  const { t } = useTranslation()
  const { plate, model, unit_code, vehicle_type, status, message_datetime, silent_since } = device
  return (
    <Link
      to="."
      search={(old: object) => ({ ...old, d: device.id })}
      className={classes.unit}
      data-trouble={silent_since !== null || message_datetime === null || undefined}
    >
      <VehicleTypeIcon type={vehicle_type} size={24} label={t(`vehicles.type.${vehicle_type}`)} />
      <span className={classes.body}>
        <span className={classes.first}>
          <span className={classes.plate}>{plate}</span>
          <span className={classes.code}>{unit_code}</span>
          <StatusDot status={status} />
        </span>
        <span className={classes.quiet} title={model ?? undefined}>
          {model ?? DASH}
        </span>
        {silent_since !== null ? (
          <span className={classes.silent}>
            <IconAlertTriangle size={14} aria-hidden />
            {t('devices.silent')} {message_datetime !== null && <Age at={message_datetime} />}
          </span>
        ) : (
          <span className={classes.quiet}>
            {message_datetime === null ? t('devices.never') : <Age at={message_datetime} />}
          </span>
        )}
      </span>
    </Link>
  )
}
