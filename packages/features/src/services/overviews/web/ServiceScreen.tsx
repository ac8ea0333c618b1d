// One service: what it is, the vehicles that have it with their last status, its open alerts; where nobody has it, how to get it.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { IconBellRinging, IconMap2, IconTruckOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { active } from '../../../alerts/incidents/contract.ts'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { connectionStatus } from '../../../fleet/vehicles/contract.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import { urgentFirst } from '../../../map/global-map/rules.ts'
import { usePins } from '../../../map/global-map/web/usePins.ts'
import NotFound from '../../../portal/shell/web/NotFound.tsx'
import type { Board } from '../../board.ts'
import { boardOf } from '../../boards/boards.ts'
import { boardEndpoints } from '../../boards/contract.ts'
import { BoardView } from '../../boards/web/BoardView.tsx'
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
  if (page === undefined) return <NotFound />
  // A page about a part of a service keeps the plain list.
  const board = page.service === undefined ? undefined : boardOf(page.service)
  return board === undefined ? <Overview page={page} /> : <BoardPage page={page} board={board} />
}

interface OverviewHeadProps {
  readonly page: Page
  readonly hasVehicles: boolean
  /** The page is a board, which has no alerts beside the vehicles. */
  readonly isBoard?: boolean
}
function OverviewHead({ page, hasVehicles, isBoard = false }: OverviewHeadProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.head}>
      <span className={classes.picture}>
        <PageIcon page={page} size={22} />
      </span>
      <PageTitle />
      {hasVehicles && (
        <span className={classes.leads}>
          {isBoard && <AlertsLink page={page} />}
          {page.service !== undefined && page.agreements.length > 0 && (
            <Link
              to="/global-map"
              search={{ s: page.service, f: 'active' }}
              className={classes.toMap}
            >
              <IconMap2 size={16} aria-hidden />
              {t('overviews.on_map')}
            </Link>
          )}
        </span>
      )}
    </header>
  )
}

/** The number of open alerts of the service, as a link to them. */
function AlertsLink({ page }: { readonly page: Page }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...query(active, { query: { alerts: page.alerts.join(','), per_page: 1 } }),
    refetchInterval: 60_000,
  })
  const total = data?.meta.total ?? 0
  if (page.service === undefined || total === 0) return null
  return (
    <Link to="/active-alerts" search={{ service: page.service }} className={classes.toMap}>
      <IconBellRinging size={16} aria-hidden />
      {t('overviews.open', { count: total, total: formatNumber(total) })}
    </Link>
  )
}

interface BoardPageProps {
  readonly page: Page
  readonly board: Board
}
/** The board of the service; where nobody has the service, how to get it. */
function BoardPage({ page, board }: BoardPageProps) {
  const { t } = useTranslation()
  const { data: pins } = usePins()
  const hasVehicles = pins?.some(pin => isAbout(page, pin.active_agreements))
  const endpoints = boardEndpoints(page.tells)
  if (endpoints === undefined) return <NotFound />
  return (
    <div className={classes.page} data-board={hasVehicles !== false || undefined}>
      <OverviewHead page={page} hasVehicles={hasVehicles === true} isBoard />
      {hasVehicles === false ? (
        <>
          <p className={classes.about}>{t(`overviews.page.${page.name}.about`)}</p>
          <Get page={page} />
        </>
      ) : (
        <BoardView page={page.name} code={page.tells} board={board} endpoints={endpoints} />
      )}
    </div>
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
