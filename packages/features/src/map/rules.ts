// What the global map shows: filters, counts and urgency over pins (P §2, §4; decisions of P §4 "in alarm").
import { agreement } from '../agreements/contract.ts'
import { alertDefinition, alertDefinitions } from '../alerts/catalogue.ts'
import type { Severity } from '../alerts/contract.ts'
import type { Service } from '../services/service.ts'
import { PERIOD_PLACE, tripPlace } from '../trips/rules.ts'
import { connectionStatus, VehicleSubtype, VehicleType } from '../vehicles/contract.ts'
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
/** A lost vehicle is not known to move, whatever its last fix said. */
export const isMoving = (pin: Pin): boolean => pin.moving === true && pin.status !== connectionStatus.disconnected
export const isReefer = ({ active_agreements: held }: Pin): boolean =>
  held !== undefined && (held.includes(agreement.eyecold) || held.includes(agreement.fridge))
export const isLocated = (pin: Pin): pin is Pin & { latitude: number; longitude: number } => pin.latitude !== undefined && pin.longitude !== undefined
const holds = (pin: Pin, ids: readonly number[]): boolean => ids.some(id => pin.active_agreements?.includes(id) === true)

/** Text key of a status. */
export const statusWord = { 0: 'standby', 1: 'connected', 2: 'disconnected' } as const
/** The four buttons above the card list. */
export const quickFilters = ['connected', 'fridge', 'moving', 'alarm'] as const
export type QuickFilter = (typeof quickFilters)[number]

/** A filter as the address carries it: `s`, `f`, `st`. */
export interface Filter {
  /** `system`, `type_X` or a service's code. */
  readonly service: string
  readonly feature: string
  readonly subtype: VehicleSubtype | null
}
export const NO_FILTER: Filter = { service: 'system', feature: 'all', subtype: null }
export const isNoFilter = (filter: Filter): boolean => filter.service === NO_FILTER.service && filter.feature === NO_FILTER.feature

export const typeService = (type: VehicleType): string => `type_${type}`
/** The vehicle type of a type service; null for any other. */
export function typeOfService(service: string): VehicleType | null {
  const type = VehicleType.safeParse(service.startsWith('type_') ? service.slice(5) : '')
  return type.success ? type.data : null
}
/** system and the type services share their features, the others have their own. */
const isGeneral = (service: string): boolean => service === 'system' || typeOfService(service) !== null

/** The filter that an address means; what it cannot mean counts as left out. */
export function readFilter(
  search: { readonly s?: string | undefined; readonly f?: string | undefined; readonly st?: string | undefined },
  services: readonly Service[],
): Filter {
  const service = search.s !== undefined && (isGeneral(search.s) || services.some(x => x.code === search.s)) ? search.s : NO_FILTER.service
  const subtype = VehicleSubtype.safeParse(search.st)
  const feature = search.f ?? (isGeneral(service) ? 'all' : 'active')
  const known = isGeneral(service)
    ? feature === 'all' || feature === 'standby' || feature === 'disconnected' || quickFilters.some(q => q === feature)
    : feature === 'active' || alertDefinitions.some(d => d.code === feature)
  return {
    service,
    feature: known ? feature : isGeneral(service) ? 'all' : 'active',
    subtype: service === 'type_U' && subtype.success ? subtype.data : null,
  }
}

/** What stands in the address for a filter; nothing for no filter. */
export const writeFilter = (filter: Filter): { s?: string | undefined; f?: string | undefined; st?: string | undefined } =>
  isNoFilter(filter)
    ? { s: undefined, f: undefined, st: undefined }
    : { s: filter.service, f: filter.feature, st: filter.service === 'type_U' && filter.subtype !== null ? filter.subtype : undefined }

/** Pressing a quick filter: keeps a chosen vehicle type, replaces anything else; pressing the active one clears it. */
export function toggleQuick(filter: Filter, quick: QuickFilter): Filter {
  const kept = isGeneral(filter.service) ? filter : NO_FILTER
  return { ...kept, feature: filter.feature === quick && isGeneral(filter.service) ? 'all' : quick }
}

const hasFeature = (pin: Pin, feature: string): boolean => {
  switch (feature) {
    case 'all':
      return true
    case 'connected':
    case 'standby':
    case 'disconnected':
      return pin.status === connectionStatus[feature]
    case 'moving':
      return isMoving(pin)
    case 'fridge':
      return isReefer(pin)
    case 'alarm':
      return isInAlarm(pin)
    default:
      return false
  }
}
const hasAlert = (pin: Pin, code: string): boolean => pin.active_alerts?.some(a => alertDefinition(a.alert_id)?.code === code) === true

/** Whether the filter keeps a pin. */
export function keeps(filter: Filter, services: readonly Service[]): (pin: Pin) => boolean {
  const type = typeOfService(filter.service)
  if (type !== null)
    return pin =>
      pin.vehicle_type === type && (filter.subtype === null || (pin.vehicle_subtype ?? 'none') === filter.subtype) && hasFeature(pin, filter.feature)
  if (filter.service === 'system') return pin => hasFeature(pin, filter.feature)
  const ids = services.find(s => s.code === filter.service)?.agreements ?? []
  return pin => holds(pin, ids) && (filter.feature === 'active' || hasAlert(pin, filter.feature))
}

/** How many of the pins each quick filter would keep. */
export function quickCounts(pins: readonly Pin[]): Record<QuickFilter, number> {
  const counts: Record<QuickFilter, number> = { connected: 0, fridge: 0, moving: 0, alarm: 0 }
  for (const pin of pins) {
    if (pin.status === connectionStatus.connected) counts.connected++
    if (isReefer(pin)) counts.fridge++
    if (isMoving(pin)) counts.moving++
    if (isInAlarm(pin)) counts.alarm++
  }
  return counts
}

export interface FilterGroup {
  readonly service: string
  readonly total: number
  readonly features: readonly { readonly feature: string; readonly count: number }[]
}
/** The filter tree: system, then each type that occurs, then each service that somebody holds; counts are of `pins`. */
export function filterGroups(pins: readonly Pin[], services: readonly Service[]): FilterGroup[] {
  const general = services.find(s => s.code === 'system')?.features ?? []
  const group = (service: string, features: readonly string[], among: readonly Pin[]): FilterGroup => ({
    service,
    total: among.length,
    features: features.map(feature => {
      const keep = keeps({ service, feature, subtype: null }, services)
      return { feature, count: among.reduce((n, pin) => n + (keep(pin) ? 1 : 0), 0) }
    }),
  })
  const types = VehicleType.options
    .map(type => ({ type, among: pins.filter(p => p.vehicle_type === type) }))
    .filter(({ among }) => among.length > 0)
    .map(({ type, among }) => group(typeService(type), general, among))
  const held = services
    .filter(s => s.agreements.length > 0)
    .map(s => ({ s, among: pins.filter(p => holds(p, s.agreements)) }))
    .filter(({ among }) => among.length > 0)
    .map(({ s, among }) => group(s.code, s.features, among))
  return [group('system', general, pins), ...types, ...held]
}

const byPlate = (a: Pin, b: Pin): number => (a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : a.id - b.id)
/** In the order of their plates: how pins are kept. */
export const inPlateOrder = (pins: readonly Pin[]): Pin[] => [...pins].sort(byPlate)

/** List order: alarms, then warnings, then the rest; within each as they come. */
export function urgentFirst(pins: readonly Pin[]): Pin[] {
  const alarms: Pin[] = []
  const warnings: Pin[] = []
  const rest: Pin[] = []
  for (const pin of pins) {
    const severity = severityOf(pin)
    if (severity === 2) alarms.push(pin)
    else if (severity === 1) warnings.push(pin)
    else rest.push(pin)
  }
  return alarms.length + warnings.length === 0 ? rest : [...alarms, ...warnings, ...rest]
}

/** Vehicle suggestions while typing (P §2). */
export const SUGGESTIONS_MAX = 9
const plain = (text: string): string => text.toLowerCase().replace(/\s/g, '')
/** Vehicles whose plate contains the words, in any case and spacing; those that begin with them first. */
export function suggestions(pins: readonly Pin[], words: string): Pin[] {
  const wanted = plain(words)
  if (wanted === '') return []
  return pins
    .map(pin => ({ pin, at: plain(pin.plate).indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1) || (a.pin.plate < b.pin.plate ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ pin }) => pin)
}

/** Open alerts of severity above 0 by the service whose agreement they belong to. */
export function alertCounts(alerts: readonly { readonly alert_id: number }[], services: readonly Service[]): Map<string, { warnings: number; alarms: number }> {
  const counts = new Map<string, { warnings: number; alarms: number }>()
  for (const { alert_id } of alerts) {
    const definition = alertDefinition(alert_id)
    if (definition === undefined || definition.severity === 0) continue
    const code = services.find(s => s.agreements.includes(definition.agreement_id))?.code ?? 'system'
    const count = counts.get(code) ?? { warnings: 0, alarms: 0 }
    if (definition.severity === 2) count.alarms++
    else count.warnings++
    counts.set(code, count)
  }
  return counts
}

/** The pins after a patch, in plate order if they were: changed ones replaced, new ones added, removed ones gone. The same array when nothing changed. */
export function patchPins(pins: Pin[], changed: readonly Pin[], removed: readonly number[] = []): Pin[] {
  if (changed.length === 0 && removed.length === 0) return pins
  const news = new Map(changed.map(pin => [pin.id, pin]))
  const gone = new Set(removed)
  const next: Pin[] = []
  for (const pin of pins) {
    if (gone.has(pin.id)) continue
    const newer = news.get(pin.id)
    next.push(newer ?? pin)
    if (newer !== undefined) news.delete(pin.id)
  }
  const added = [...news.values()].filter(pin => !gone.has(pin.id))
  return added.length === 0 ? next : inPlateOrder([...next, ...added])
}

/** What an address asks to look at. An alert's place comes before all else, a trip before the period's track, that before the vehicle. */
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
  if (a !== undefined && lat !== undefined && lng !== undefined) return { key: [ALERT_PLACE, a, lat, lng, t].join(' '), names: [ALERT_PLACE] }
  if (v === undefined) return null
  const vehicle = vehiclePlace(v)
  if (trip !== undefined) return { key: `${vehicle} ${trip}`, names: [tripPlace(trip), vehicle] }
  if (from !== undefined) return { key: [vehicle, from, to].join(' '), names: [PERIOD_PLACE, vehicle] }
  return { key: vehicle, names: [vehicle] }
}
export const ALERT_PLACE = 'alert'
export const vehiclePlace = (id: number): string => `vehicle ${id}`
