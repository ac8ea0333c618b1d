// Which pins a filter keeps, as bit masks over their marks, and how many each line of the filter tree would keep.
import { connectionStatus } from '../../fleet/vehicles/contract.ts'
import { VehicleType } from '../../fleet/vehicles/values.ts'
import type { Service } from '../../services/service.ts'
import type { Pin } from './contract.ts'
import {
  type Filter,
  isAlert,
  NO_FILTER,
  type QuickFilter,
  typeService,
  withLine,
} from './filter.ts'
import {
  agreementMask,
  flags,
  hasWords,
  type Marks,
  marksOf,
  statusBit,
  subtypeBit,
  tallyOf,
  typeBit,
  type WordBits,
  wordMask,
} from './marks.ts'

/** The filter as bit masks over the marks of a pin. */
interface FilterMasks {
  /** Any of these; 0: all. */
  readonly types: number
  readonly statuses: number
  /** Subtype of cars; 0: all. */
  readonly subtype: number
  /** One mask for each service; a pin needs a bit of each. */
  readonly agreements: readonly number[]
  readonly words: WordBits
}
function filterMasks(filter: Filter, services: readonly Service[]): FilterMasks {
  // A pin belongs to a service when its agreement is active, or when one of its alerts is open.
  const agreements = filter.services.flatMap(code => {
    const service = services.find(s => s.code === code)
    if (service === undefined) return [0]
    const byAlert = [...service.features, ...service.dashboard_features].some(
      feature => isAlert(feature) && filter.features.includes(feature),
    )
    return byAlert ? [] : [agreementMask(service.agreements)]
  })
  return {
    types: filter.types.reduce((mask, type) => mask | typeBit(type), 0),
    statuses: filter.statuses.reduce(
      (mask, status) => mask | statusBit(connectionStatus[status]),
      0,
    ),
    subtype: filter.subtype === null ? 0 : subtypeBit(filter.subtype),
    agreements,
    words: wordMask(filter.features),
  }
}
const keepsStatus = (marks: Marks, { statuses }: FilterMasks): boolean =>
  statuses === 0 || (marks.status & statuses) !== 0
/** Checks everything but statuses and words. */
function keepsKind(marks: Marks, { types, subtype, agreements }: FilterMasks): boolean {
  if (types !== 0 && (marks.type & types) === 0) return false
  if (subtype !== 0 && marks.subtype !== 0 && marks.subtype !== subtype) return false
  for (const mask of agreements) if ((marks.agreements & mask) === 0) return false
  return true
}
const keepsMarks = (marks: Marks, masks: FilterMasks): boolean =>
  keepsStatus(marks, masks) && hasWords(marks, masks.words) && keepsKind(marks, masks)

/** Whether the filter keeps a pin. */
export function keeps(filter: Filter, services: readonly Service[]): (pin: Pin) => boolean {
  const masks = filterMasks(filter, services)
  return pin => keepsMarks(marksOf(pin), masks)
}

/** How many of the pins each quick filter would keep together with the other filters. */
export function quickCounts(
  pins: readonly Pin[],
  filter: Filter = NO_FILTER,
  services: readonly Service[] = [],
): Record<QuickFilter, number> {
  const counts: Record<QuickFilter, number> = {
    connected: 0,
    fridge: 0,
    moving: 0,
    idling: 0,
    alarm: 0,
  }
  const masks = filterMasks(filter, services)
  const connectedBit = statusBit(connectionStatus.connected)
  const each = flags.map(flag => [flag, wordMask([...filter.features, flag])] as const)
  for (const [marks, n] of tallyOf(pins)) {
    if (!keepsKind(marks, masks)) continue
    if (marks.status === connectedBit && hasWords(marks, masks.words)) counts.connected += n
    if (!keepsStatus(marks, masks)) continue
    for (const [flag, words] of each) if (hasWords(marks, words)) counts[flag] += n
  }
  return counts
}

export interface FilterGroup {
  readonly service: string
  readonly total: number
  readonly features: readonly { readonly feature: string; readonly count: number }[]
}
/**
 * The filter tree: system, then each type that occurs, then each service that a vehicle has. Each
 * line counts the pins that it would keep together with the other filters.
 */
export function filterGroups(
  pins: readonly Pin[],
  services: readonly Service[],
  filter: Filter = NO_FILTER,
): FilterGroup[] {
  const tally = tallyOf(pins)
  const count = (service: string, feature: string): number => {
    const masks = filterMasks(withLine(filter, service, feature), services)
    let sum = 0
    for (const [marks, n] of tally) if (keepsMarks(marks, masks)) sum += n
    return sum
  }
  const group = (service: string, features: readonly string[]): FilterGroup => ({
    service,
    total: count(service, 'all'),
    features: features.map(feature => ({ feature, count: count(service, feature) })),
  })
  let [occurring, agreements] = [0, 0]
  for (const marks of tally.keys()) {
    occurring |= marks.type
    agreements |= marks.agreements
  }
  const general = services.find(s => s.code === 'system')?.features ?? []
  const types = VehicleType.options.filter(type => (occurring & typeBit(type)) !== 0)
  const agreementMasks = services.filter(
    s => s.agreements.length > 0 && (agreements & agreementMask(s.agreements)) !== 0,
  )
  return [
    group('system', general),
    ...types.map(type => group(typeService(type), general)),
    ...agreementMasks.map(s => group(s.code, s.features)),
  ]
}
