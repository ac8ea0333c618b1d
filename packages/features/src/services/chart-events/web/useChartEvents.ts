// What happened to a vehicle in the period of its panel, as marks and bars of its charts and as rows of a list: alerts, commands, open doors, stops.
import { instantOf } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import type { Mark, Span } from '@flotta/ui/chart/Chart.tsx'
import { colorOf } from '@flotta/ui/chart/colors.ts'
import { useIsIdle } from '@flotta/ui/idle.ts'
import { tokens } from '@flotta/ui/theme.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { useComputedColorScheme } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Incident, history as incidents } from '../../../alerts/incidents/contract.ts'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { hasActiveAgreement } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { useActionName, useDataText } from '../../commands/web/status.tsx'
import { history as commands } from '../../eyecontrol/contract.ts'
import { history as doors } from '../../eyedoor/contract.ts'
import { usePeriodCall, useTrips } from '../../eyegeo/web/useTrips.ts'
import type { Period } from '../../web/usePeriod.ts'
import { type Spot, useShowOnMap } from '../../web/useShowOnMap.ts'
import { doorLapses, stopLapses } from '../rules.ts'

/** Doors and stops have one colour each in the charts of all panels. */
const DOOR_COLOR = 5
const STOP_COLOR = 9
/** The most alerts of a period that are marked, the newest ones. */
export const MOST_ALERTS = 100

export type ChartEventKind = 'alert' | 'command' | 'door' | 'stop'
export interface ChartEvent {
  readonly kind: ChartEventKind
  readonly at: number
  /** When the event ended, null while it lasts; undefined: it has no duration. */
  readonly until?: number | null
  readonly text: string
  readonly severity?: Incident['severity']
  /** The place of the event, if the reader may see it. */
  readonly spot?: Spot | null
}
export interface ChartEvents {
  readonly marks: readonly Mark[]
  readonly spans: readonly Span[]
  /** Newest first. */
  readonly events: readonly ChartEvent[]
  /** The number of all alerts in the period; only the newest are listed. */
  readonly alerts: number
}

export function useChartEvents(vehicle: Vehicle, period: Period): ChartEvents {
  const { t } = useTranslation()
  const show = useShowOnMap()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { events, alerts } = useEvents(vehicle, period)
  return useMemo(() => {
    const colors = tokens[scheme]
    const inks = {
      0: colors['--flotta-event'],
      1: colors['--flotta-warning'],
      2: colors['--flotta-alarm'],
    } as const
    const markOf = ({ kind, at, text, severity, spot }: ChartEvent): Mark => ({
      at,
      label: text,
      group: t(kind === 'alert' ? 'chart_events.alerts' : 'chart_events.commands'),
      ...(kind === 'alert'
        ? { color: inks[severity ?? 0], onClick: () => show(instantOf(at), spot) }
        : { shape: 'diamond' as const, color: colors['--flotta-text-quiet'] }),
    })
    const spanOf = ({ kind, at, until = null, text }: ChartEvent): Span => ({
      from: at,
      to: until,
      text,
      label: t(kind === 'door' ? 'chart_events.doors' : 'chart_events.stops'),
      color: colorOf(kind === 'door' ? DOOR_COLOR : STOP_COLOR, scheme),
    })
    const ofKind = (...kinds: readonly ChartEventKind[]) =>
      events.filter(({ kind }) => kinds.includes(kind))
    // The gravest alert comes first, because the legend takes its colour.
    const marked = ofKind('alert', 'command').toSorted(
      (a, b) => (b.severity ?? 0) - (a.severity ?? 0),
    )
    return {
      events,
      alerts,
      marks: marked.map(markOf),
      spans: [...ofKind('door'), ...ofKind('stop')].map(spanOf),
    }
  }, [events, alerts, scheme, show, t])
}

/** The events that the reader's agreements open. They are loaded after the panel itself. */
function useEvents(
  vehicle: Vehicle,
  period: Period,
): { readonly events: readonly ChartEvent[]; readonly alerts: number } {
  const { t } = useTranslation()
  const nameOf = useActionName()
  const textOf = useDataText()
  const now = useNow(60)
  const isIdle = useIsIdle()
  const isOpen = (id: number) => isIdle && hasActiveAgreement(vehicle.active_agreements, id, now)
  const call = usePeriodCall(vehicle.id, period)
  const reading = {
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { grows: true },
  }
  const alerts = useQuery({
    ...query(incidents, {
      query: { ...call.query, vehicle_id: vehicle.id, per_page: MOST_ALERTS },
    }),
    enabled: isIdle,
    placeholderData: keepPreviousData,
  }).data
  const sentCommands = useQuery({
    ...query(commands, call),
    ...reading,
    enabled: isOpen(agreement.eyecontrol),
  }).data
  const doorChanges = useQuery({
    ...query(doors, call),
    ...reading,
    enabled: isOpen(agreement.eyedoor),
  }).data
  const trips = useTrips(vehicle.id, period, isOpen(agreement.eyegeo)).data
  const { to } = period.range
  const events = useMemo(
    () =>
      [
        ...(alerts?.data ?? []).filter(({ ended }) => ended !== 'corrected').map(alertEvent),
        ...(sentCommands ?? []).map(
          ({ message_datetime, action, command_data }): ChartEvent => ({
            kind: 'command',
            at: Date.parse(message_datetime),
            text: [nameOf(action), textOf(command_data)].filter(Boolean).join(' · '),
          }),
        ),
        ...doorLapses(doorChanges ?? []).map(
          ({ door, from, to: until }): ChartEvent => ({
            kind: 'door',
            at: from,
            until,
            text: t('chart_events.door', { number: door }),
          }),
        ),
        ...stopLapses(trips ?? [], to).map(
          ({ from, to: until }): ChartEvent => ({
            kind: 'stop',
            at: from,
            until,
            text: t('chart_events.stop'),
          }),
        ),
      ].sort((a, b) => b.at - a.at),
    [alerts, sentCommands, doorChanges, trips, to, nameOf, textOf, t],
  )
  return { events, alerts: alerts?.meta.total ?? 0 }
}

const alertEvent = ({
  created_at,
  description,
  subject,
  severity,
  position,
}: Incident): ChartEvent => ({
  kind: 'alert',
  at: Date.parse(created_at),
  text: subject === undefined ? description : `${description} · ${subject}`,
  severity,
  spot: position,
})
