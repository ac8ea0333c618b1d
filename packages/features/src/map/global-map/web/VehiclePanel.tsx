// The panel of a vehicle beside the map: its state, its alerts, and a tab for each service.
import { Age, useIsOld } from '@flotta/ui/Age.tsx'
import { ApiError, query } from '@flotta/ui/api.ts'
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { whenIdle } from '@flotta/ui/idle.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { preference, setPreference } from '@flotta/ui/preferences.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconCopy, IconUser, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { all as alertsAll } from '../../../alerts/incidents/contract.ts'
import { AlertAge } from '../../../alerts/incidents/web/AlertAge.tsx'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { isActive } from '../../../fleet/agreements/rules.ts'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import { type Vehicle, vehicleById } from '../../../fleet/vehicles/contract.ts'
import { intervalOf } from '../../../fleet/vehicles/rules.ts'
import { Motion } from '../../../fleet/vehicles/web/Motion.tsx'
import { Where } from '../../../places/geocoding/web/Where.tsx'
import { ReportIcon } from '../../../reports/reports/web/ReportButton.tsx'
import { TrackBeside } from '../../../services/eyegeo/web/TrackBeside.tsx'
import { Ignition, Speed } from '../../../services/panel.tsx'
import { panels, preload, ServiceIcon, ServicePanel } from '../../../services/panels.tsx'
import type { Service } from '../../../services/service.ts'
import { isOpen, services } from '../../../services/services.ts'
import type { Pin } from '../contract.ts'
import { type AlertCount, alertCounts, isLocated } from '../rules.ts'
import classes from './map.module.css'
import type { MapSearch, useMapSearch } from './useMapSearch.ts'

/** The tab that opens when none was selected yet. */
const FIRST_TAB = 'eyegeo'

export interface VehiclePanelProps {
  readonly id: number
  /** Its data from the map; undefined: it has no pin. */
  readonly pin: Pin | undefined
  readonly fleet: Fleet | undefined
  readonly search: MapSearch
  readonly change: ReturnType<typeof useMapSearch>[1]
  readonly onClose: () => void
}

export const VehiclePanel = memo(function VehiclePanel({
  id,
  pin,
  fleet,
  search,
  change,
  onClose,
}: VehiclePanelProps) {
  const { t } = useTranslation()
  const {
    data: vehicle,
    error,
    refetch,
  } = useQuery({
    ...query(vehicleById, { params: { id } }),
    refetchInterval: 60_000,
    retry: (count, failure) =>
      count < 2 && !(failure instanceof ApiError && failure.status >= 400 && failure.status < 500),
  })
  // A vehicle that cannot be shown is reported and deselected. While the server does not answer,
  // the panel waits.
  const isRefused =
    vehicle === undefined && error instanceof ApiError && error.status >= 400 && error.status < 500
  const [lastTab] = useState(() => preference('tab'))
  const openTab = useCallback(
    (tab: string) => {
      change({ tab, sub: undefined })
      // Writing a cookie blocks the page, so it waits for an idle moment.
      whenIdle(() => setPreference('tab', tab))
    },
    [change],
  )
  useEffect(() => {
    if (!isRefused) return
    toast.error(t('global_map.vehicle_failed'), { id: 'vehicle-failed' })
    onClose()
  }, [isRefused, onClose, t])

  return (
    <div className={classes.vehicle}>
      <Header pin={pin} vehicle={vehicle} fleet={fleet} onClose={onClose} />
      {vehicle === undefined ? (
        error === null || isRefused ? (
          <SkeletonRows rows={8} />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Tabs vehicle={vehicle} pin={pin} code={search.tab ?? lastTab} onCode={openTab} />
      )}
    </div>
  )
})

const Header = memo(function Header({
  pin,
  vehicle,
  fleet,
  onClose,
}: {
  readonly pin: Pin | undefined
  readonly vehicle: Vehicle | undefined
  readonly fleet: Fleet | undefined
  readonly onClose: () => void
}) {
  const summary = pin ?? vehicle
  return (
    <header className={classes.vehicleHead}>
      {summary === undefined ? (
        <Skeleton height={24} width={180} />
      ) : (
        <Identity summary={summary} vehicle={vehicle} fleet={fleet} onClose={onClose} />
      )}
      {pin !== undefined && <Doing pin={pin} />}
      <GraveAlerts alerts={pin?.active_alerts ?? vehicle?.alerts ?? []} />
    </header>
  )
})

interface IdentityProps {
  readonly summary: Pin | Vehicle
  readonly vehicle: Vehicle | undefined
  readonly fleet: Fleet | undefined
  readonly onClose: () => void
}
/** Which vehicle it is, with its status and what can be done here. */
function Identity({ summary, vehicle, fleet, onClose }: IdentityProps) {
  const { t } = useTranslation()
  const copy = () => void navigator.clipboard?.writeText(summary.plate).then(() => toast.copied())
  return (
    <>
      <div className={classes.line}>
        <VehicleTypeIcon type={summary.vehicle_type} size={24} />
        <h2 className={classes.vehiclePlate}>{summary.plate}</h2>
        <Tooltip label={t('global_map.copy_plate')}>
          <ActionIcon
            className={classes.copyPlate ?? ''}
            size="sm"
            aria-label={t('global_map.copy_plate')}
            onClick={copy}
          >
            <IconCopy size={16} />
          </ActionIcon>
        </Tooltip>
        <span className={classes.grow} />
        <span className={classes.badge} data-status={summary.status}>
          <StatusDot status={summary.status} withWord />
        </span>
        <ReportIcon vehicle={vehicle} />
        <Tooltip label={t('global_map.vehicle_close')}>
          <ActionIcon aria-label={t('global_map.vehicle_close')} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.line} data-quiet>
        <span>
          {[t(`vehicles.type.${summary.vehicle_type}`), summary.model].filter(Boolean).join(' · ')}
        </span>
        {fleet !== undefined && (
          <span className={classes.fleet} title={fleet.description}>
            <span className={classes.fleetDot} style={{ background: fleet.color }} />
            {fleet.code}
          </span>
        )}
      </div>
    </>
  )
}

/** Warnings and alarms, the gravest first. */
function GraveAlerts({
  alerts,
}: {
  readonly alerts: NonNullable<Pin['active_alerts']> | Vehicle['alerts']
}) {
  const { t } = useTranslation()
  const { data: definitions } = useQuery({
    ...query(alertsAll, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const grave = alerts
    .map(alert => ({ alert, definition: definitions?.find(d => d.id === alert.alert_id) }))
    .filter(({ definition }) => definition !== undefined && definition.severity > 0)
    .sort((a, b) => (b.definition?.severity ?? 0) - (a.definition?.severity ?? 0))
  return (
    <>
      {grave.map(({ alert, definition }) => (
        <div
          key={`${alert.alert_id} ${alert.customer_id} ${alert.created_at}`}
          className={classes.banner}
          data-ring={definition?.severity}
          data-quiet={alert.acknowledged}
        >
          <Severity level={definition?.severity ?? 0} />
          <span className={classes.grow}>
            {definition?.name}
            {alert.acknowledged === true && ` · ${t('incidents.acknowledged')}`}
          </span>
          <AlertAge alert={alert} />
        </div>
      ))}
    </>
  )
}

/** Movement, place, driver, and their age. */
function Doing({ pin }: { readonly pin: Pin }) {
  const { t } = useTranslation()
  const old = useIsOld(pin.message_datetime, intervalOf(pin))
  const knowsPlace =
    isLocated(pin) && pin.active_agreements?.includes(agreement.reverse_geocoding) === true
  return (
    <div className={classes.occupation}>
      {pin.motion !== undefined && <Motion motion={pin.motion} since={pin.motion_since ?? null} />}
      {knowsPlace && (
        <span className={classes.occupationPlace}>
          <Where latitude={pin.latitude} longitude={pin.longitude} decimals={3} />
        </span>
      )}
      {pin.driver !== undefined && (
        <span title={t('global_map.driver')}>
          <IconUser size={14} stroke={1.75} role="img" aria-label={t('global_map.driver')} />{' '}
          {pin.driver}
        </span>
      )}
      {pin.message_datetime !== undefined && <Age at={pin.message_datetime} old={old} />}
    </div>
  )
}

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

interface TabBodyProps {
  readonly service: Service | undefined
  readonly vehicle: Vehicle
  readonly pin: Pin | undefined
}
function TabBody({ service, vehicle, pin }: TabBodyProps) {
  const Panel = service === undefined ? undefined : panels.get(service.code)
  return (
    <div
      role="tabpanel"
      id="vehicle-tab"
      aria-labelledby={`tab-${service?.code ?? ''}`}
      className={classes.tabBody}
    >
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

function Tabs({
  vehicle,
  pin,
  code,
  onCode,
}: {
  readonly vehicle: Vehicle
  readonly pin: Pin | undefined
  readonly code: string | undefined
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
    open.find(s => s.code === code) ?? open.find(s => s.code === FIRST_TAB) ?? tabs[0]
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
      <TabBody service={shownTab} vehicle={vehicle} pin={pin} />
    </div>
  )
}
