// The map's filters, which combine: any of the chosen types, any of the chosen statuses, and every one of the services and features.
import { alertDefinition, alertDefinitions } from '../alerts/catalogue.ts'
import type { Service } from '../services/service.ts'
import { connectionStatus, VehicleSubtype, VehicleType } from '../vehicles/contract.ts'
import type { Pin } from './contract.ts'
import { isInAlarm, isMoving, isReefer } from './rules.ts'

const statuses = ['connected', 'standby', 'disconnected'] as const
type StatusFilter = (typeof statuses)[number]
const flags = ['fridge', 'moving', 'alarm'] as const
type Flag = (typeof flags)[number]
/** The four buttons above the card list. */
export const quickFilters = ['connected', 'fridge', 'moving', 'alarm'] as const
export type QuickFilter = (typeof quickFilters)[number]

/** A filter as the address carries it: `s`, `f`, `st`. */
export interface Filter {
  readonly types: readonly VehicleType[]
  /** Of cars. */
  readonly subtype: VehicleSubtype | null
  readonly statuses: readonly StatusFilter[]
  /** Codes of services whose agreement is held. */
  readonly services: readonly string[]
  /** Flags, and codes of alerts that are open. */
  readonly features: readonly string[]
}
export const NO_FILTER: Filter = { types: [], subtype: null, statuses: [], services: [], features: [] }
export const isNoFilter = ({ types, statuses: wanted, services, features }: Filter): boolean =>
  types.length + wanted.length + services.length + features.length === 0

export const typeService = (type: VehicleType): string => `type_${type}`
/** The vehicle type of a type service; null for any other. */
export function typeOfService(service: string): VehicleType | null {
  const type = VehicleType.safeParse(service.startsWith('type_') ? service.slice(5) : '')
  return type.success ? type.data : null
}
const isFlag = (feature: string): feature is Flag => flags.some(flag => flag === feature)
const isStatus = (feature: string): feature is StatusFilter => statuses.some(status => status === feature)
const isAlert = (feature: string): boolean => alertDefinitions.some(definition => definition.code === feature)

const words = (text: string | undefined): string[] => [...new Set((text ?? '').split(',').filter(word => word !== ''))]

/** The filter that an address means; what it cannot mean counts as left out. */
export function readFilter(
  search: { readonly s?: string | undefined; readonly f?: string | undefined; readonly st?: string | undefined },
  services: readonly Service[],
): Filter {
  const [s, f] = [words(search.s), words(search.f)]
  const types = s.map(typeOfService).filter(type => type !== null)
  const subtype = VehicleSubtype.safeParse(search.st)
  return {
    types,
    subtype: types.includes('U') && subtype.success ? subtype.data : null,
    statuses: f.filter(isStatus),
    services: s.filter(code => services.some(service => service.code === code && service.agreements.length > 0)),
    features: f.filter(feature => isFlag(feature) || isAlert(feature)),
  }
}

/** What stands in the address for a filter; nothing for no filter. */
export function writeFilter(filter: Filter): { s?: string | undefined; f?: string | undefined; st?: string | undefined } {
  const list = (...parts: readonly string[]) => (parts.length === 0 ? undefined : parts.join(','))
  return {
    s: list(...filter.types.map(typeService), ...filter.services),
    f: list(...filter.statuses, ...filter.features),
    st: filter.types.includes('U') ? (filter.subtype ?? undefined) : undefined,
  }
}

const without = <T>(list: readonly T[], gone: T): T[] => list.filter(word => word !== gone)
const withOne = <T>(list: readonly T[], more: T): T[] => (list.includes(more) ? [...list] : [...list, more])
const toggled = <T>(list: readonly T[], word: T): T[] => (list.includes(word) ? without(list, word) : withOne(list, word))

/** Pressing a quick filter adds it, pressing it again takes it away. */
export const toggleQuick = (filter: Filter, quick: QuickFilter): Filter =>
  quick === 'connected' ? { ...filter, statuses: toggled(filter.statuses, quick) } : { ...filter, features: toggled(filter.features, quick) }
export const isQuick = (filter: Filter, quick: QuickFilter): boolean =>
  quick === 'connected' ? filter.statuses.includes(quick) : filter.features.includes(quick)

const isWhole = (feature: string): boolean => feature === 'all' || feature === 'active'
const hasFeature = (filter: Filter, feature: string): boolean =>
  isWhole(feature) || filter.features.includes(feature) || filter.statuses.some(s => s === feature)
const ofService = (filter: Filter, service: string): boolean => {
  const type = typeOfService(service)
  return type === null ? filter.services.includes(service) : filter.types.includes(type)
}
/** Whether a line of the filter tree is chosen. */
export const isChosen = (filter: Filter, service: string, feature: string): boolean =>
  service === 'system' ? (feature === 'all' ? isNoFilter(filter) : hasFeature(filter, feature)) : ofService(filter, service) && hasFeature(filter, feature)

function withService(filter: Filter, service: string): Filter {
  if (service === 'system') return filter
  const type = typeOfService(service)
  return type === null ? { ...filter, services: withOne(filter.services, service) } : { ...filter, types: withOne(filter.types, type) }
}
/** Takes a service, a type or a feature out of the filter. */
export function leaving(filter: Filter, word: string): Filter {
  const types = filter.types.filter(type => typeService(type) !== word)
  return {
    types,
    subtype: types.includes('U') ? filter.subtype : null,
    statuses: filter.statuses.filter(status => status !== word),
    services: without(filter.services, word),
    features: without(filter.features, word),
  }
}
/** Pressing a line of the filter tree. */
export function toggleLine(filter: Filter, service: string, feature: string): Filter {
  if (service === 'system' && feature === 'all') return NO_FILTER
  if (isChosen(filter, service, feature)) return leaving(filter, isWhole(feature) ? service : feature)
  const next = withService(filter, service)
  if (isStatus(feature)) return { ...next, statuses: withOne(next.statuses, feature) }
  return isWhole(feature) ? next : { ...next, features: withOne(next.features, feature) }
}
/** The filter with a line of the tree in the place of others of its sort: what the line counts. */
function withLine(filter: Filter, service: string, feature: string): Filter {
  const type = typeOfService(service)
  const { statuses: wanted, features } = filter
  return {
    ...withService(filter, service),
    ...(type !== null && { types: [type], subtype: null }),
    statuses: isStatus(feature) ? [feature] : wanted,
    features: isStatus(feature) || isWhole(feature) ? features : withOne(features, feature),
  }
}

const has: Readonly<Record<Flag, (pin: Pin) => boolean>> = { moving: isMoving, fridge: isReefer, alarm: isInAlarm }
const hasAlert = (pin: Pin, code: string): boolean => pin.active_alerts?.some(a => alertDefinition(a.alert_id)?.code === code) === true

/** Types, services and alerts: what of the filter is no quick filter. */
function keepsRest(filter: Filter, services: readonly Service[]): (pin: Pin) => boolean {
  const wanted = filter.services.flatMap(code => services.find(s => s.code === code) ?? [])
  // P §4: a service filters by its agreement, or by its alert
  const byAlert = (s: Service) => filter.features.some(feature => s.features.includes(feature) || s.dashboard_features.includes(feature))
  const held = wanted.filter(s => !byAlert(s)).map(s => s.agreements)
  const codes = filter.features.filter(feature => !isFlag(feature))
  const { types, subtype } = filter
  return pin =>
    (types.length === 0 ||
      (types.includes(pin.vehicle_type) && (subtype === null || pin.vehicle_type !== 'U' || (pin.vehicle_subtype ?? 'none') === subtype))) &&
    held.every(ids => ids.some(id => pin.active_agreements?.includes(id) === true)) &&
    codes.every(code => hasAlert(pin, code))
}
const keepsStatus = ({ statuses: wanted }: Filter, pin: Pin): boolean => wanted.length === 0 || wanted.some(status => pin.status === connectionStatus[status])

/** Whether the filter keeps a pin. */
export function keeps(filter: Filter, services: readonly Service[]): (pin: Pin) => boolean {
  const rest = keepsRest(filter, services)
  const wanted = filter.features.filter(isFlag)
  return pin => keepsStatus(filter, pin) && rest(pin) && wanted.every(flag => has[flag](pin))
}

/** How many of the pins each quick filter would keep beside the other filters. */
export function quickCounts(pins: readonly Pin[], filter: Filter = NO_FILTER, services: readonly Service[] = []): Record<QuickFilter, number> {
  const counts: Record<QuickFilter, number> = { connected: 0, fridge: 0, moving: 0, alarm: 0 }
  const rest = keepsRest(filter, services)
  const wanted = filter.features.filter(isFlag)
  for (const pin of pins) {
    if (!rest(pin)) continue
    let missing = 0
    let absent: Flag | null = null
    for (const flag of wanted)
      if (!has[flag](pin)) {
        missing++
        absent = flag
      }
    if (missing > 1) continue
    if (missing === 0 && pin.status === connectionStatus.connected) counts.connected++
    if (!keepsStatus(filter, pin)) continue
    for (const flag of flags) if ((missing === 0 || absent === flag) && has[flag](pin)) counts[flag]++
  }
  return counts
}

export interface FilterGroup {
  readonly service: string
  readonly total: number
  readonly features: readonly { readonly feature: string; readonly count: number }[]
}
/** The filter tree: system, then each type that occurs, then each service that somebody holds; each line counts what it would keep beside the other filters. */
export function filterGroups(pins: readonly Pin[], services: readonly Service[], filter: Filter = NO_FILTER): FilterGroup[] {
  const count = (service: string, feature: string): number => {
    const keep = keeps(withLine(filter, service, feature), services)
    return pins.reduce((n, pin) => n + (keep(pin) ? 1 : 0), 0)
  }
  const group = (service: string, features: readonly string[]): FilterGroup => ({
    service,
    total: count(service, 'all'),
    features: features.map(feature => ({ feature, count: count(service, feature) })),
  })
  const general = services.find(s => s.code === 'system')?.features ?? []
  const types = VehicleType.options.filter(type => pins.some(pin => pin.vehicle_type === type))
  const held = services.filter(s => s.agreements.length > 0 && pins.some(pin => s.agreements.some(id => pin.active_agreements?.includes(id) === true)))
  return [group('system', general), ...types.map(type => group(typeService(type), general)), ...held.map(s => group(s.code, s.features))]
}
