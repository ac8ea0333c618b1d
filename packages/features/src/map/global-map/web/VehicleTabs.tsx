// The tabs of the vehicle panel, one for each service, with how many alerts are open.
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { whenIdle } from '@flotta/ui/idle.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { Tooltip } from '@mantine/core'
import { memo, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isActive } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { TrackBeside } from '../../../services/eyegeo/web/TrackBeside.tsx'
import { Ignition, Speed } from '../../../services/panel.tsx'
import { panels, preload, ServiceIcon, ServicePanel } from '../../../services/panels.tsx'
import type { Service } from '../../../services/service.ts'
import { isOpen, services } from '../../../services/services.ts'
import type { Pin } from '../contract.ts'
import { type AlertCount, alertCounts } from '../rules.ts'
import classes from './map.module.css'

interface TabBodyProps {
  readonly service: Service | undefined
  /** The service of the link, when the vehicle does not have it and another tab is open instead. */
  readonly missing?: Service | undefined
  readonly vehicle: Vehicle
  readonly pin: Pin | undefined
}
export function TabBody({ service, missing, vehicle, pin }: TabBodyProps) {
  const { t } = useTranslation()
  const Panel = service === undefined ? undefined : panels.get(service.code)
  return (
    <div
      role="tabpanel"
      id="vehicle-tab"
      aria-labelledby={`tab-${service?.code ?? ''}`}
      className={classes.tabBody}
    >
      {missing !== undefined && service !== undefined && (
        <p role="status" className={classes.tabNote}>
          {t('global_map.tab_instead', {
            service: t(`${missing.code}.title`),
            instead: t(`${service.code}.title`),
          })}
        </p>
      )}
      {Panel !== undefined && (
        <ErrorBoundary key={service?.code}>
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <Speed value={pin?.speed}>
              <Ignition value={pin?.ignition}>
                <ServicePanel of={Panel} vehicle={vehicle} pin={pin} />
              </Ignition>
            </Speed>
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** The tab that opens when none was selected yet. */
const FIRST_TAB = 'eyegeo'

/** Alarms above, warnings below; acknowledged alerts alone are grey. */
function TabCounts({ count: { alarms, warnings, acknowledged } }: { readonly count: AlertCount }) {
  const quiet = alarms + warnings === 0
  return (
    <>
      {(alarms > 0 || quiet) && (
        <span className={classes.tabCount} data-ring={quiet ? 0 : 2}>
          {quiet ? acknowledged : alarms}
        </span>
      )}
      {warnings > 0 && (
        <span className={classes.tabCount} data-ring={1} data-below={alarms > 0 || undefined}>
          {warnings}
        </span>
      )}
    </>
  )
}

interface TabProps {
  readonly service: Service
  readonly isChosen: boolean
  readonly disabled: boolean
  readonly count: AlertCount | undefined
  readonly onOpen: (code: string) => void
}
const isSameTab = (a: TabProps, b: TabProps): boolean =>
  a.service === b.service &&
  a.isChosen === b.isChosen &&
  a.disabled === b.disabled &&
  a.onOpen === b.onOpen &&
  a.count?.alarms === b.count?.alarms &&
  a.count?.warnings === b.count?.warnings &&
  a.count?.acknowledged === b.count?.acknowledged

/**
 * Rendered again only when it is opened or closed or its alerts change: a strip has sixteen tabs.
 */
const Tab = memo(function Tab({ service, isChosen, disabled, count, onOpen }: TabProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  // On a small screen the tabs scroll, and the open one must be visible. The layout is computed once,
  // for this and for painting.
  useEffect(() => {
    if (!isChosen) return
    const frame = requestAnimationFrame(() => button.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isChosen])
  const title = t(`${service.code}.title`)
  const labelParts = [
    title,
    count === undefined || count.alarms === 0
      ? ''
      : t('global_map.alarms', { count: count.alarms }),
    count === undefined || count.warnings === 0
      ? ''
      : t('global_map.warnings', { count: count.warnings }),
    count === undefined || count.acknowledged === 0
      ? ''
      : t('incidents.acknowledged_count', { count: count.acknowledged }),
  ]
  return (
    <Tooltip
      label={disabled ? t('global_map.tab_missing', { service: title }) : title}
      position="left"
    >
      <button
        ref={button}
        type="button"
        role="tab"
        id={`tab-${service.code}`}
        aria-selected={isChosen}
        aria-controls="vehicle-tab"
        aria-disabled={disabled}
        aria-label={labelParts.filter(Boolean).join(', ')}
        tabIndex={isChosen ? 0 : -1}
        className={classes.tab}
        onPointerEnter={() => preload(service.code)}
        onClick={() => !disabled && onOpen(service.code)}
      >
        <ServiceIcon code={service.code} />
        {count !== undefined && <TabCounts count={count} />}
      </button>
    </Tooltip>
  )
}, isSameTab)

/** The open tab that an arrow key leads to. */
function neighbourOf(
  shownTab: Service | undefined,
  open: readonly Service[],
  key: string,
): Service | undefined {
  const step =
    key === 'ArrowDown' || key === 'ArrowRight'
      ? 1
      : key === 'ArrowUp' || key === 'ArrowLeft'
        ? -1
        : 0
  return step === 0 || shownTab === undefined
    ? undefined
    : open[(open.indexOf(shownTab) + step + open.length) % open.length]
}

export function Tabs({
  vehicle,
  pin,
  asked,
  last,
  onCode,
}: {
  readonly vehicle: Vehicle
  readonly pin: Pin | undefined
  /** The tab that the address names. */
  readonly asked: string | undefined
  /** The tab that was opened last, for an address that names none. */
  readonly last: string
  readonly onCode: (code: string) => void
}) {
  const { t } = useTranslation()
  const now = useNow(60)
  const heldServices = vehicle.active_agreements
    .filter(a => isActive(a, now))
    .map(a => a.agreement_id)
  const tabs = services.filter(s => panels.has(s.code))
  const open = tabs.filter(s => isOpen(s, heldServices))
  const closedServices = tabs.filter(s => !isOpen(s, heldServices))
  // By default the tab of the position.
  const shownTab =
    open.find(s => s.code === (asked ?? last)) ?? open.find(s => s.code === FIRST_TAB) ?? tabs[0]
  const counts = alertCounts(pin?.active_alerts ?? vehicle.alerts, tabs)
  // The code of one panel is loaded now, that of the others in an idle moment.
  const codes = open.map(s => s.code).join()
  useEffect(() => whenIdle(() => codes.split(',').forEach(preload)), [codes])
  const tab = (service: Service, isDisabled: boolean) => (
    <Tab
      key={service.code}
      service={service}
      isChosen={service === shownTab}
      disabled={isDisabled}
      count={counts.get(service.code)}
      onOpen={onCode}
    />
  )
  return (
    <div className={classes.tabs}>
      {/* the panel of the position draws its track itself */}
      {shownTab !== undefined && shownTab.code !== FIRST_TAB && <TrackBeside vehicle={vehicle} />}
      <div
        role="tablist"
        aria-orientation="vertical"
        aria-label={t('global_map.services')}
        className={classes.tabStrip}
        onKeyDown={event => {
          const next = neighbourOf(shownTab, open, event.key)
          if (next === undefined) return
          event.preventDefault()
          onCode(next.code)
          document.getElementById(`tab-${next.code}`)?.focus()
        }}
      >
        {open.map(s => tab(s, false))}
        {closedServices.map(s => tab(s, true))}
      </div>
      <TabBody
        service={shownTab}
        missing={closedServices.find(s => s.code === asked)}
        vehicle={vehicle}
        pin={pin}
      />
    </div>
  )
}
