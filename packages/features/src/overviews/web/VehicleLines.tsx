// The vehicles of a service, a line each, the most urgent first; ten thousand as quick as ten.
import { Age, useIsOld } from '@flotta/ui/Age.tsx'
import { rowFor } from '@flotta/ui/list-keys.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { alertDefinition } from '../../alerts/catalogue.ts'
import type { Pin } from '../../map/contract.ts'
import { intervalOf } from '../../vehicles/rules.ts'
import type { Page } from '../pages.ts'
import classes from './overviews.module.css'
import { Told } from './Told.tsx'

const ROW = 40

export function VehicleLines({ page, pins }: { readonly page: Page; readonly pins: readonly Pin[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const rows = useVirtualizer({ count: pins.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 10 })
  /** The row that waits to be drawn, to take the focus. */
  const wanted = useRef<number | null>(null)
  const focusWanted = () => {
    const line = wanted.current === null ? null : box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] a`)
    if (!line) return
    wanted.current = null
    line.focus({ preventScroll: true })
  }
  useEffect(focusWanted)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    const to = row === null ? null : rowFor(event.key, wanted.current ?? Number(row.dataset.row), pins.length)
    if (to === null) return
    event.preventDefault()
    wanted.current = to
    rows.scrollToIndex(to, { align: 'auto' })
    focusWanted()
  }
  return (
    <section ref={box} className={classes.vehicles} aria-label={t('overviews.having')} onKeyDown={onKeyDown}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(row => {
          const pin = pins[row.index]
          return pin === undefined ? null : (
            <div key={pin.id} data-row={row.index} className={classes.vehicleRow} style={{ transform: `translateY(${row.start}px)` }}>
              <VehicleLine page={page} pin={pin} />
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** The gravest open alert of the page's own. */
function gravest(page: Page, pin: Pin) {
  const found = (pin.active_alerts ?? []).flatMap(({ alert_id }) => alertDefinition(alert_id) ?? []).filter(d => page.alerts.includes(d.code))
  return found.sort((a, b) => b.severity - a.severity)[0]?.severity
}

/** Drawn again only when its own pin changed. */
const VehicleLine = memo(function VehicleLine({ page, pin }: { readonly page: Page; readonly pin: Pin }) {
  const { t } = useTranslation()
  const severity = gravest(page, pin)
  const old = useIsOld(pin.message_datetime, intervalOf(pin))
  return (
    <Link to="/services/$service/$vehicleId" params={{ service: page.name, vehicleId: String(pin.id) }} className={classes.vehicle}>
      <VehicleTypeIcon type={pin.vehicle_type} size={18} label={t(`vehicles.type.${pin.vehicle_type}`)} />
      <strong className={classes.plate}>{pin.plate}</strong>
      <StatusDot status={pin.status} />
      <span className={classes.told}>
        <Told pin={pin} figures={page.figures} />
      </span>
      {severity !== undefined && <Severity level={severity} />}
      <span className={classes.age}>{pin.message_datetime === undefined ? t('map.never_seen') : <Age at={pin.message_datetime} old={old} />}</span>
    </Link>
  )
})
