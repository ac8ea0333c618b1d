// The rules of the global map: urgency, search and order of pins, and the target of the camera.
import { searchable } from '@flotta/core/searchable.ts'
import { alertDefinition } from '../../alerts/incidents/catalogue.ts'
import type { Severity } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { connectionStatus, type OpenAlert } from '../../fleet/vehicles/contract.ts'
import type { Service } from '../../services/service.ts'
import { PERIOD_PLACE, tripPlace } from '../../telemetry/trips/rules.ts'
import type { Pin } from './contract.ts'

/** The most serious open alert that the customer sees on the vehicle; null: none. */
export function severityOf(pin: Pin): Severity | null {
  let worst: Severity | null = null
  if (pin.active_alerts === undefined) return null
  for (const { alert_id } of pin.active_alerts) {
    const severity = alertDefinition(alert_id)?.severity
    if (severity !== undefined && (worst === null || severity > worst)) worst = severity
  }
  return worst
}
export const isInAlarm = (pin: Pin): boolean => severityOf(pin) === 2
/** A disconnected vehicle does not count as moving, even if its last fix moved. */
export const isMoving = (pin: Pin): boolean =>
  pin.moving === true && pin.status !== connectionStatus.disconnected
/** The vehicle stands with its engine on. A disconnected one does not count: its state is unknown. */
export const isIdling = (pin: Pin): boolean =>
  pin.motion === 'idling' && pin.status !== connectionStatus.disconnected
export const isReefer = ({ active_agreements: agreements }: Pin): boolean =>
  agreements !== undefined &&
  (agreements.includes(agreement.eyecold) || agreements.includes(agreement.fridge))
export const isLocated = (pin: Pin): pin is Pin & { latitude: number; longitude: number } =>
  pin.latitude !== undefined && pin.longitude !== undefined

/** Text key of a status. */
export const statusWord = { 0: 'standby', 1: 'connected', 2: 'disconnected' } as const
const byPlate = (a: Pin, b: Pin): number =>
  a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : a.id - b.id
/** The pins in the order of their plates, as the cache keeps them. */
export const inPlateOrder = (pins: readonly Pin[]): Pin[] => [...pins].sort(byPlate)

/** Alarms first, then warnings, then the rest; each group stays in its order. */
export function urgentFirst(
  pins: readonly Pin[],
  severity: (pin: Pin) => number | null | undefined = severityOf,
): Pin[] {
  const alarms: Pin[] = []
  const warnings: Pin[] = []
  const rest: Pin[] = []
  for (const pin of pins) {
    const grave = severity(pin)
    if (grave === 2) alarms.push(pin)
    else if (grave === 1) warnings.push(pin)
    else rest.push(pin)
  }
  return alarms.length + warnings.length === 0 ? rest : [...alarms, ...warnings, ...rest]
}

/** Most suggestions while somebody types. */
export const SUGGESTIONS_MAX = 9
/**
 * Vehicles whose plate contains the words, regardless of case, accents and spaces; those that begin with
 * them first.
 */
export function suggestions(pins: readonly Pin[], words: string): Pin[] {
  const text = searchable(words)
  if (text === '') return []
  return pins
    .map(pin => ({ pin, at: searchable(pin.plate).indexOf(text) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1) || (a.pin.plate < b.pin.plate ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ pin }) => pin)
}

export interface AlertCount {
  warnings: number
  alarms: number
  /** Acknowledged alerts of both severities, counted separately. */
  acknowledged: number
}
/** Open alerts of severity above 0, by the service whose agreement they need. */
export function alertCounts(
  alerts: readonly Pick<OpenAlert, 'alert_id' | 'acknowledged'>[],
  services: readonly Service[],
): Map<string, AlertCount> {
  const counts = new Map<string, AlertCount>()
  for (const { alert_id, acknowledged } of alerts) {
    const definition = alertDefinition(alert_id)
    if (definition === undefined || definition.severity === 0) continue
    const code =
      services.find(s => s.agreements.includes(definition.agreement_id))?.code ?? 'system'
    const count = counts.get(code) ?? { warnings: 0, alarms: 0, acknowledged: 0 }
    if (acknowledged === true) count.acknowledged++
    else if (definition.severity === 2) count.alarms++
    else count.warnings++
    counts.set(code, count)
  }
  return counts
}

/**
 * The pins after a patch, in plate order if they were: changed ones are replaced, new ones added, and
 * removed ones dropped. The same array when nothing changed.
 */
export function patchPins(
  pins: Pin[],
  changed: readonly Pin[],
  removed: readonly number[] = [],
): Pin[] {
  if (changed.length === 0 && removed.length === 0) return pins
  const news = new Map(changed.map(pin => [pin.id, pin]))
  const removedIds = new Set(removed)
  const next: Pin[] = []
  for (const pin of pins) {
    if (removedIds.has(pin.id)) continue
    const newer = news.get(pin.id)
    next.push(newer ?? pin)
    if (newer !== undefined) news.delete(pin.id)
  }
  const addedPins = [...news.values()].filter(pin => !removedIds.has(pin.id))
  return addedPins.length === 0 ? next : inPlateOrder([...next, ...addedPins])
}

/**
 * The target of the camera that the address names. The place of an alert or of a moment comes first,
 * then a trip, then the track of the period, then the vehicle.
 */
export function subjectOf(search: {
  readonly v?: number | undefined
  readonly a?: string | undefined
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  readonly t?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly trip?: string | undefined
}): { readonly key: string; readonly names: readonly string[] } | null {
  const { v, a, lat, lng, t, from, to, trip } = search
  if ((a ?? t) !== undefined && lat !== undefined && lng !== undefined)
    return { key: [ALERT_PLACE, a, lat, lng, t].join(' '), names: [ALERT_PLACE] }
  if (v === undefined) return null
  const vehicle = vehiclePlace(v)
  if (trip !== undefined) return { key: `${vehicle} ${trip}`, names: [tripPlace(trip), vehicle] }
  if (from !== undefined)
    return { key: [vehicle, from, to].join(' '), names: [PERIOD_PLACE, vehicle] }
  // A vehicle whose present position is hidden still has the track of the period.
  return { key: vehicle, names: [vehicle, PERIOD_PLACE] }
}
export const ALERT_PLACE = 'alert'
export const vehiclePlace = (id: number): string => `vehicle ${id}`
