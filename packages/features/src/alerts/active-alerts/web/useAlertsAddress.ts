// The filters of the screen, read from the address and written to it, and the query that follows from them.
import { instantOf } from '@flotta/core/time.ts'
import { now } from '@flotta/ui/clock.ts'
import { DAY, type Range } from '@flotta/ui/range.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { useFleetsInAddress } from '../../../map/global-map/web/useFleetsInAddress.ts'
import { services } from '../../../services/services.ts'
import { alertDefinitions } from '../../incidents/catalogue.ts'
import { AlertsSearch } from './address.ts'

export const PER_PAGE = 50
/** Days that the history shows without a period, and the most that it shows (alerts.86). */
const SHOWN_DAYS = 7
export const MOST_DAYS = 31
/** An end closer to now than this counts as now, ms. */
const NOW_WITHIN = 120_000
/** The query of a period that ends now reaches this much into the future, so that alerts that begin while the screen is open are found. */
const GROWS = DAY / 2

/** Service → the codes of its alerts; services without alerts are left out. */
export const codesOf: ReadonlyMap<string, readonly string[]> = new Map(
  services.flatMap(({ code, features, dashboard_features }) => {
    const codes = alertDefinitions
      .map(d => d.code)
      .filter(alert => features.includes(alert) || dashboard_features.includes(alert))
    return codes.length === 0 ? [] : [[code, codes] as const]
  }),
)
const bit = (word: 'yes' | 'no' | undefined) =>
  word === undefined ? undefined : word === 'yes' ? '1' : '0'

export function useAlertsAddress() {
  const raw: unknown = useSearch({ strict: false })
  const search = useMemo(() => AlertsSearch.parse(raw), [raw])
  const navigate = useNavigate()
  const change = useCallback(
    (
      patch: { readonly [K in keyof AlertsSearch]?: AlertsSearch[K] | undefined },
      { replace = false }: { readonly replace?: boolean } = {},
    ) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, page: undefined, ...patch }),
        replace,
      }),
    [navigate],
  )
  useFleetsInAddress(search.fleets, change)
  const { chosen } = useFleetFilter()
  const { severity, service, alert, vehicle, ack, assigned, late, from, to, page = 1 } = search
  const ofService = codesOf.get(service ?? '')
  const codes =
    alert
      ?.split(',')
      .filter(code =>
        alertDefinitions.some(
          d => d.code === code && (ofService === undefined || ofService.includes(code)),
        ),
      ) ?? []
  const filters = {
    severity,
    alerts: codes.length > 0 ? codes.join(',') : ofService?.join(','),
    fleets: chosen.size === 0 ? undefined : [...chosen].join(','),
    vehicle_id: vehicle,
    acknowledged: bit(ack),
    assigned_to: assigned,
  }
  const [openedAt, setOpenedAt] = useState(now)
  const range = useMemo<Range>(() => {
    const end = to === undefined ? openedAt : Date.parse(to)
    return { from: from === undefined ? end - SHOWN_DAYS * DAY : Date.parse(from), to: end }
  }, [from, to, openedAt])
  const setRange = (next: Range) => {
    setOpenedAt(now())
    change({
      from: instantOf(next.from),
      to: next.to >= now() - NOW_WITHIN ? undefined : instantOf(next.to),
    })
  }
  const until =
    to === undefined ? Math.min(range.to + GROWS, range.from + MOST_DAYS * DAY) : range.to
  return {
    search,
    change,
    tab: search.tab ?? 'active',
    codes,
    ofService,
    range,
    setRange,
    page,
    isFiltered: late !== undefined || Object.values(filters).some(value => value !== undefined),
    asked: {
      ...filters,
      snoozed: search.snoozed === undefined ? '0' : '1',
      order: search.group ?? ('weight' as const),
      page,
      per_page: PER_PAGE,
    },
    askedOfNoise: {
      ...filters,
      period_from: instantOf(range.from),
      period_to: instantOf(until),
    },
    askedOfHistory: {
      ...filters,
      late: bit(late),
      period_from: instantOf(range.from),
      period_to: instantOf(until),
      page,
      per_page: PER_PAGE,
    },
  }
}
export type AlertsAddress = ReturnType<typeof useAlertsAddress>
