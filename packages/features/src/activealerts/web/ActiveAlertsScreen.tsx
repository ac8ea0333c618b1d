// What is wrong now: every open alert, newest first, page by page; each leads to its vehicle, and to where and when it began (P §2).
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { SegmentedControl, Select } from '@mantine/core'
import { IconCircleCheck, IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { alertDefinitions } from '../../alerts/catalogue.ts'
import { type ActiveAlert, active } from '../../alerts/contract.ts'
import { AlertPlace } from '../../alerts/web/AlertPlace.tsx'
import { leadsTo } from '../../alerts/web/leads.ts'
import { useFleetFilter } from '../../fleets/web/useFleetFilter.ts'
import { useFleetsInAddress } from '../../map/web/useFleetsInAddress.ts'
import { services } from '../../services/services.ts'
import classes from './activealerts.module.css'
import { AlertsSearch } from './address.ts'

/** Read again so often, ms (P §4), and when the live stream says that incidents changed. */
const AGAIN = 60_000
const PER_PAGE = 50
const severities = [2, 1, 0] as const

/** Service → the codes of its alerts, of those that have some. */
const codesOf = new Map(
  services.flatMap(({ code, features, dashboard_features }) => {
    const codes = alertDefinitions.map(d => d.code).filter(alert => features.includes(alert) || dashboard_features.includes(alert))
    return codes.length === 0 ? [] : [[code, codes] as const]
  }),
)

export default function ActiveAlertsScreen() {
  const { t } = useTranslation()
  const { severity, service, fleets: written, page = 1 } = AlertsSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback(
    (patch: { readonly [K in keyof AlertsSearch]?: AlertsSearch[K] | undefined }, { replace = false }: { readonly replace?: boolean } = {}) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, page: undefined, ...patch }), replace }),
    [navigate],
  )
  useFleetsInAddress(written, change)
  const { fleets = [], chosen, choose } = useFleetFilter()
  const codes = codesOf.get(service ?? '')
  const asked = { severity, alerts: codes?.join(','), fleets: chosen.size === 0 ? undefined : [...chosen].join(','), page, per_page: PER_PAGE }
  const { data, error, refetch } = useQuery({ ...query(active, { query: asked }), placeholderData: keepPreviousData, refetchInterval: AGAIN })
  const filtered = severity !== undefined || codes !== undefined || chosen.size > 0
  const [only] = chosen
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.title}>
          <PageTitle />
          <span className={classes.count} aria-live="polite">
            {data === undefined ? '' : formatNumber(data.meta.total)}
          </span>
        </div>
        <SegmentedControl
          className={classes.severities ?? ''}
          aria-label={t('alerts.severity')}
          value={severity === undefined ? 'all' : String(severity)}
          onChange={value => change({ severity: value === 'all' ? undefined : Number(value) })}
          data={[{ value: 'all', label: t('alerts.all') }, ...severities.map(level => ({ value: String(level), label: t(`alerts.of_severity.${level}`) }))]}
        />
        <Select
          className={classes.select ?? ''}
          aria-label={t('alerts.service')}
          placeholder={t('alerts.all_services')}
          clearable
          clearButtonProps={{ 'aria-label': t('alerts.all_services') }}
          value={codes === undefined ? null : (service ?? null)}
          data={[...codesOf.keys()].map(value => ({ value, label: t(`${value}.title`) }))}
          onChange={value => change({ service: value ?? undefined })}
        />
        <Select
          className={classes.select ?? ''}
          aria-label={t('fleets.filter')}
          placeholder={chosen.size > 1 ? t('fleets.shown', { count: chosen.size }) : t('alerts.all_fleets')}
          clearable
          clearButtonProps={{ 'aria-label': t('alerts.all_fleets') }}
          value={chosen.size === 1 ? String(only) : null}
          data={fleets.map(({ id, code }) => ({ value: String(id), label: code }))}
          onChange={value => choose(value === null ? [] : [Number(value)])}
        />
      </header>
      {data === undefined ? (
        <div className={classes.list}>{error === null ? <SkeletonRows rows={12} /> : <LoadError error={error} onRetry={() => void refetch()} />}</div>
      ) : data.data.length === 0 ? (
        <div className={classes.list}>
          {filtered ? (
            <Empty title={t('alerts.none_kept')} text={t('alerts.none_kept_text')} icon={IconFilterOff} />
          ) : (
            <Empty title={t('alerts.none')} text={t('alerts.none_text')} icon={IconCircleCheck} />
          )}
        </div>
      ) : (
        <ul className={classes.list} aria-label={t('alerts.title')}>
          {data.data.map(alert => (
            <Row key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      <div className={classes.pages}>
        <Pagination page={page} pages={data?.meta.total_pages ?? 1} onChange={to => change({ page: to === 1 ? undefined : to })} />
      </div>
    </div>
  )
}

const Row = memo(function Row({ alert }: { readonly alert: ActiveAlert }) {
  const { t } = useTranslation()
  const what = alert.subject === undefined ? alert.description : `${alert.description} · ${alert.subject}`
  return (
    <li>
      <Link to="/global-map" search={leadsTo(alert)} className={classes.row}>
        <Severity level={alert.severity} size={18} />
        <span className={classes.said}>
          <span className={classes.what} title={what}>
            {what}
          </span>
          <span className={classes.place}>
            <AlertPlace alert={alert} alone />
          </span>
        </span>
        <span className={classes.plate}>{alert.plate ?? t('alerts.no_plate')}</span>
        <time className={classes.when} dateTime={alert.created_at}>
          {formatDateTime(alert.created_at)}
        </time>
        <span className={classes.age}>
          <RelativeTime at={alert.created_at} every={60} />
        </span>
      </Link>
    </li>
  )
})
