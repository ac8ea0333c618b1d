// The filters of the map, which combine: any of the selected types, any of the selected statuses, and
// all of the selected services and features.
import { alertDefinitions } from '../../alerts/incidents/catalogue.ts'
import { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'
import type { Service } from '../../services/service.ts'
import { type Flag, flags } from './marks.ts'

const statuses = ['connected', 'standby', 'disconnected'] as const
type StatusFilter = (typeof statuses)[number]
/** The buttons above the card list. */
export const quickFilters = ['connected', 'fridge', 'moving', 'alarm', 'idling'] as const
export type QuickFilter = (typeof quickFilters)[number]

/** A filter in the address: `s`, `f`, `st`. */
export interface Filter {
  readonly types: readonly VehicleType[]
  /** Subtype of cars. */
  readonly subtype: VehicleSubtype | null
  readonly statuses: readonly StatusFilter[]
  /** Codes of services whose agreement must be active. */
  readonly services: readonly string[]
  /** Flags, and codes of alerts that must be open. */
  readonly features: readonly string[]
}
export const NO_FILTER: Filter = {
  types: [],
  subtype: null,
  statuses: [],
  services: [],
  features: [],
}
export const isNoFilter = ({ types, statuses: masks, services, features }: Filter): boolean =>
  types.length + masks.length + services.length + features.length === 0

export const typeService = (type: VehicleType): string => `type_${type}`
/** The vehicle type of a type service; null for any other. */
export function typeOfService(service: string): VehicleType | null {
  const type = VehicleType.safeParse(service.startsWith('type_') ? service.slice(5) : '')
  return type.success ? type.data : null
}
const isFlag = (feature: string): feature is Flag => flags.some(flag => flag === feature)
const isStatus = (feature: string): feature is StatusFilter =>
  statuses.some(status => status === feature)
export const isAlert = (feature: string): boolean =>
  alertDefinitions.some(definition => definition.code === feature)

const words = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(',').filter(word => word !== '')),
]

/** The filter in the address; unknown parts are ignored. */
export function readFilter(
  search: {
    readonly s?: string | undefined
    readonly f?: string | undefined
    readonly st?: string | undefined
  },
  services: readonly Service[],
): Filter {
  const [s, f] = [words(search.s), words(search.f)]
  const types = s.map(typeOfService).filter(type => type !== null)
  const subtype = VehicleSubtype.safeParse(search.st)
  return {
    types,
    subtype: types.includes('U') && subtype.success ? subtype.data : null,
    statuses: f.filter(isStatus),
    services: s.filter(code =>
      services.some(service => service.code === code && service.agreements.length > 0),
    ),
    features: f.filter(feature => isFlag(feature) || isAlert(feature)),
  }
}

/** The address of a filter; nothing for an empty one. */
export function writeFilter(filter: Filter): {
  s?: string | undefined
  f?: string | undefined
  st?: string | undefined
} {
  const list = (...parts: readonly string[]) => (parts.length === 0 ? undefined : parts.join(','))
  return {
    s: list(...filter.types.map(typeService), ...filter.services),
    f: list(...filter.statuses, ...filter.features),
    st: filter.types.includes('U') ? (filter.subtype ?? undefined) : undefined,
  }
}

const without = <T>(list: readonly T[], droppedWord: T): T[] =>
  list.filter(word => word !== droppedWord)
const withOne = <T>(list: readonly T[], more: T): T[] =>
  list.includes(more) ? [...list] : [...list, more]
const toggleWord = <T>(list: readonly T[], word: T): T[] =>
  list.includes(word) ? without(list, word) : withOne(list, word)

/** A click on a quick filter adds it, a second click removes it. */
export const toggleQuick = (filter: Filter, quick: QuickFilter): Filter =>
  quick === 'connected'
    ? { ...filter, statuses: toggleWord(filter.statuses, quick) }
    : { ...filter, features: toggleWord(filter.features, quick) }
export const isQuick = (filter: Filter, quick: QuickFilter): boolean =>
  quick === 'connected' ? filter.statuses.includes(quick) : filter.features.includes(quick)

const isWholeService = (feature: string): boolean => feature === 'all' || feature === 'active'
const hasFeature = (filter: Filter, feature: string): boolean =>
  isWholeService(feature) ||
  filter.features.includes(feature) ||
  filter.statuses.some(s => s === feature)
const hasService = (filter: Filter, service: string): boolean => {
  const type = typeOfService(service)
  return type === null ? filter.services.includes(service) : filter.types.includes(type)
}
/** Whether a line of the filter tree is selected. */
export const isChosen = (filter: Filter, service: string, feature: string): boolean =>
  service === 'system'
    ? feature === 'all'
      ? isNoFilter(filter)
      : hasFeature(filter, feature)
    : hasService(filter, service) && hasFeature(filter, feature)

function withService(filter: Filter, service: string): Filter {
  if (service === 'system') return filter
  const type = typeOfService(service)
  return type === null
    ? { ...filter, services: withOne(filter.services, service) }
    : { ...filter, types: withOne(filter.types, type) }
}
/** Removes a service, a type or a feature from the filter. */
export function withoutWord(filter: Filter, word: string): Filter {
  const types = filter.types.filter(type => typeService(type) !== word)
  return {
    types,
    subtype: types.includes('U') ? filter.subtype : null,
    statuses: filter.statuses.filter(status => status !== word),
    services: without(filter.services, word),
    features: without(filter.features, word),
  }
}
/** The filter after a click on a line of the filter tree. */
export function toggleLine(filter: Filter, service: string, feature: string): Filter {
  if (service === 'system' && feature === 'all') return NO_FILTER
  if (isChosen(filter, service, feature))
    return withoutWord(filter, isWholeService(feature) ? service : feature)
  const next = withService(filter, service)
  if (isStatus(feature)) return { ...next, statuses: withOne(next.statuses, feature) }
  return isWholeService(feature) ? next : { ...next, features: withOne(next.features, feature) }
}
/** The filter with this line instead of others of its group: the line counts the pins that it keeps. */
export function withLine(filter: Filter, service: string, feature: string): Filter {
  const type = typeOfService(service)
  const { statuses: masks, features } = filter
  return {
    ...withService(filter, service),
    ...(type !== null && { types: [type], subtype: null }),
    statuses: isStatus(feature) ? [feature] : masks,
    features: isStatus(feature) || isWholeService(feature) ? features : withOne(features, feature),
  }
}
