// One vehicle under one service: its newest values, its open alerts, since when it has the service, and links to its panel and the map.
import { Age } from '@flotta/ui/Age.tsx'
import { ApiError, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { IconArrowLeft, IconLayoutSidebarRight, IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isActive } from '../../../fleet/agreements/rules.ts'
import { type Vehicle, vehicleById } from '../../../fleet/vehicles/contract.ts'
import { usePins } from '../../../map/global-map/web/usePins.ts'
import NotFound from '../../../portal/shell/web/NotFound.tsx'
import { panels } from '../../panels.tsx'
import { isAbout, type Page, pageOf, titleOf } from '../pages.ts'
import { Get } from './Get.tsx'
import { OpenAlerts } from './OpenAlerts.tsx'
import { OverviewFigures } from './OverviewFigures.tsx'
import classes from './overviews.module.css'
import { PageIcon } from './PageIcon.tsx'
import { useNewest } from './useNewest.ts'

export default function ServiceVehicleScreen() {
  const { service = '', vehicleId = '' } = useParams({ strict: false })
  const page = pageOf(service)
  const id = /^[1-9]\d{0,8}$/.test(vehicleId) ? Number(vehicleId) : 0
  const { data, error, refetch } = useQuery({
    ...query(vehicleById, { params: { id } }),
    enabled: page !== undefined && id > 0,
    refetchInterval: 60_000,
    retry: (count, failure: Error) =>
      count < 2 && !(failure instanceof ApiError && failure.status >= 400 && failure.status < 500),
  })
  if (page === undefined || id === 0 || (error instanceof ApiError && error.status === 404))
    return <NotFound />
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={8} />
  return <OfVehicle page={page} vehicle={data} />
}

function OfVehicle({ page, vehicle }: { readonly page: Page; readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const now = useNow(60)
  const activeAgreements = vehicle.active_agreements.filter(a => isActive(a, now))
  const has = isAbout(
    page,
    activeAgreements.map(a => a.agreement_id),
  )
  const periods = activeAgreements.filter(a => page.agreements.includes(a.agreement_id))
  return (
    <div className={classes.page}>
      <Link to="/services/$service" params={{ service: page.name }} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        <PageIcon page={page} size={16} />
        {t(titleOf(page))}
      </Link>
      <Head vehicle={vehicle} panel={has ? page.service : undefined} />
      {has ? (
        <div className={classes.columns} data-one={page.alerts.length === 0 || undefined}>
          <LastStatus page={page} vehicle={vehicle} periods={periods} />
          {page.alerts.length > 0 && <OpenAlerts page={page} vehicle={vehicle.id} />}
        </div>
      ) : (
        <Get page={page} plate={vehicle.plate} />
      )}
    </div>
  )
}

/**
 * The heading of the page.
 * @param panel the service whose panel the map can open
 */
function Head({
  vehicle,
  panel,
}: {
  readonly vehicle: Vehicle
  readonly panel: Page['service'] | undefined
}) {
  const { t } = useTranslation()
  return (
    <header className={classes.head}>
      <VehicleTypeIcon
        type={vehicle.vehicle_type}
        size={24}
        label={t(`vehicles.type.${vehicle.vehicle_type}`)}
      />
      <PageTitle own={vehicle.plate} />
      <StatusDot status={vehicle.status} withWord />
      <Link to="/global-map" search={{ v: vehicle.id }} className={classes.toMap}>
        <IconMap2 size={16} aria-hidden />
        {t('overviews.on_map')}
      </Link>
      {panel !== undefined && panels.has(panel) && (
        <Link to="/global-map" search={{ v: vehicle.id, tab: panel }} className={classes.toMap}>
          <IconLayoutSidebarRight size={16} aria-hidden />
          {t('overviews.open_panel')}
        </Link>
      )}
    </header>
  )
}

/** The newest values of the vehicle, and since when the service is active. */
function LastStatus({
  page,
  vehicle,
  periods,
}: {
  readonly page: Page
  readonly vehicle: Vehicle
  readonly periods: Vehicle['active_agreements']
}) {
  const { t } = useTranslation()
  const pin = usePins().data?.find(p => p.id === vehicle.id)
  const newest = useNewest(page)?.get(vehicle.id)
  const figures =
    pin !== undefined ? <OverviewFigures page={page} pin={pin} newest={newest} /> : null
  return (
    <section className={classes.block} aria-labelledby="last-status">
      <h2 id="last-status" className={classes.blockTitle}>
        {t('overviews.last_status')}
      </h2>
      <dl className={classes.facts}>
        {figures !== null && (
          <div>
            <dt>{t(`overviews.figure.${page.figures}`)}</dt>
            <dd>{figures}</dd>
            {newest?.message_datetime != null && (
              <dd className={classes.reading_age}>
                <Age at={newest.message_datetime} />
              </dd>
            )}
          </div>
        )}
        <div>
          <dt>{t('overviews.last_message')}</dt>
          <dd>
            {vehicle.message_datetime === null ? (
              t('global_map.never_seen')
            ) : (
              <Age at={vehicle.message_datetime} />
            )}
          </dd>
        </div>
        {vehicle.model !== null && (
          <div>
            <dt>{t('overviews.model')}</dt>
            <dd>{vehicle.model}</dd>
          </div>
        )}
        {periods.map(({ agreement_id, active_from, active_to }) => (
          <div key={agreement_id}>
            <dt>{t('overviews.active_since')}</dt>
            <dd>
              {active_to === null
                ? formatDateTime(active_from, 'date')
                : t('overviews.period', {
                    from: formatDateTime(active_from, 'date'),
                    to: formatDateTime(active_to, 'date'),
                  })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
