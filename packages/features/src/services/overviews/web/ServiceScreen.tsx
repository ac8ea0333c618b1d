// One service: what it is, the vehicles that have it with their last status, its open alerts; where nobody has it, how to get it.
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { IconMap2, IconTruckOff } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { connectionStatus } from '../../../fleet/vehicles/contract.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import { urgentFirst } from '../../../map/global-map/rules.ts'
import { usePins } from '../../../map/global-map/web/usePins.ts'
import NotFound from '../../../portal/shell/web/NotFound.tsx'
import { isAbout, type Page, pageOf } from '../pages.ts'
import { Get } from './Get.tsx'
import { gravestOf } from './gravest.ts'
import { OpenAlerts } from './OpenAlerts.tsx'
import classes from './overviews.module.css'
import { PageIcon } from './PageIcon.tsx'
import { useNewest } from './useNewest.ts'
import { VehicleLines } from './VehicleLines.tsx'
import { Ways } from './Ways.tsx'

export default function ServiceScreen() {
  const { service = '' } = useParams({ strict: false })
  const page = pageOf(service)
  return page === undefined ? <NotFound /> : <Overview page={page} />
}

interface OverviewHeadProps {
  readonly page: Page
  readonly hasVehicles: boolean
}
function OverviewHead({ page, hasVehicles }: OverviewHeadProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.head}>
      <span className={classes.picture}>
        <PageIcon page={page} size={22} />
      </span>
      <PageTitle />
      {page.service !== undefined && page.agreements.length > 0 && hasVehicles && (
        <Link to="/global-map" search={{ s: page.service, f: 'active' }} className={classes.toMap}>
          <IconMap2 size={16} aria-hidden />
          {t('overviews.on_map')}
        </Link>
      )}
    </header>
  )
}

interface VehiclesTitleProps {
  readonly shown: readonly Pin[]
  readonly total: number | undefined
}
function VehiclesTitle({ shown, total }: VehiclesTitleProps) {
  const { t } = useTranslation()
  const connectedCount = shown.filter(pin => pin.status === connectionStatus.connected).length
  return (
    <h2 id="vehicles-having" className={classes.blockTitle}>
      {t('overviews.having')}
      <span className="flotta-quiet">
        {t('overviews.of_vehicles', {
          shown: formatNumber(shown.length),
          total: formatNumber(total),
          connected: formatNumber(connectedCount),
          count: connectedCount,
        })}
      </span>
    </h2>
  )
}

function Overview({ page }: { readonly page: Page }) {
  const { t } = useTranslation()
  const { data: all, error, refetch } = usePins()
  const newest = useNewest(page)
  const { chosen, passes } = useFleetFilter()
  const having = useMemo(
    () => all?.filter(pin => isAbout(page, pin.active_agreements)),
    [all, page],
  )
  const shownPins = useMemo(
    () =>
      urgentFirst(having?.filter(pin => passes(pin.fleet_id)) ?? [], pin => gravestOf(page, pin)),
    [having, passes, page],
  )
  return (
    <div className={classes.page}>
      <OverviewHead page={page} hasVehicles={having !== undefined && having.length > 0} />
      <p className={classes.about}>{t(`overviews.page.${page.name}.about`)}</p>
      <Ways page={page} />
      {having === undefined ? (
        <div className={classes.block}>
          <LoadingRows error={error} onRetry={() => void refetch()} rows={8} />
        </div>
      ) : having.length === 0 ? (
        <Get page={page} />
      ) : (
        <div className={classes.columns} data-one={page.alerts.length === 0 || undefined}>
          <section className={classes.block} aria-labelledby="vehicles-having">
            <VehiclesTitle shown={shownPins} total={all?.length} />
            {shownPins.length === 0 && chosen.size > 0 ? (
              <Empty
                icon={IconTruckOff}
                title={t('overviews.none_in_fleets')}
                text={t('overviews.none_in_fleets_text')}
              />
            ) : (
              <VehicleLines page={page} pins={shownPins} newest={newest} />
            )}
          </section>
          {page.alerts.length > 0 && <OpenAlerts page={page} />}
        </div>
      )}
    </div>
  )
}
