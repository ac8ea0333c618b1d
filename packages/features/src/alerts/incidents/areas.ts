// Areas of a configuration or of a trial: which alert takes which, and whether an incident is about one of them. Pure.
import type { Alert, AreaKind } from '@flotta/core/alerts.ts'
import type { NamedAreas } from './contract.ts'

/** The stored form; both empty: all areas. */
export type StoredAreas = Omit<NamedAreas, 'area_ids'>
export const ALL_AREAS: StoredAreas = { hub_ids: [], poi_ids: [] }

type AreasOfAlert = Pick<Alert, 'areas'> | undefined
const kindsOf = (alert: AreasOfAlert): readonly AreaKind[] => alert?.areas ?? []
const fieldOf = (kind: AreaKind) => `${kind}_ids` as const

/** The areas that are stored for an alert, from those that a call names. */
export function storedAreas(alert: AreasOfAlert, named: NamedAreas): StoredAreas {
  const kinds = kindsOf(alert)
  const [only] = kinds
  if (only === undefined) return ALL_AREAS
  return kinds.length > 1
    ? { hub_ids: named.hub_ids, poi_ids: named.poi_ids }
    : { ...ALL_AREAS, [fieldOf(only)]: named.area_ids }
}
/** The stored areas in the form of a call. */
export function areasNamedBy(alert: AreasOfAlert, stored: StoredAreas): NamedAreas {
  const kinds = kindsOf(alert)
  const [only] = kinds
  if (kinds.length > 1) return { area_ids: [], ...stored }
  return { area_ids: only === undefined ? [] : stored[fieldOf(only)], ...ALL_AREAS }
}

/** The text keys of the errors, by field: areas that no alert takes, and an alert that would not be limited although some areas are named. */
export function wrongAreas(
  alerts: readonly AreasOfAlert[],
  named: NamedAreas,
): Partial<Record<keyof NamedAreas, string>> {
  const ofOneKind = new Set(alerts.map(kindsOf).flatMap(kinds => (kinds.length === 1 ? kinds : [])))
  const hasBoth = alerts.some(alert => kindsOf(alert).length > 1)
  const wrong: Partial<Record<keyof NamedAreas, string>> = {}
  const namesOwn = named.area_ids.length > 0
  const namesBoth = named.hub_ids.length + named.poi_ids.length > 0
  if (namesOwn && ofOneKind.size === 0) wrong.area_ids = 'alert_configurations.areas.none_takes'
  else if (namesOwn && ofOneKind.size > 1) wrong.area_ids = 'alert_configurations.areas.two_kinds'
  else if (!namesOwn && namesBoth && ofOneKind.size > 0) wrong.area_ids = 'validation.required'
  for (const field of ['hub_ids', 'poi_ids'] as const)
    if (named[field].length > 0 && !hasBoth) wrong[field] = 'alert_configurations.areas.none_takes'
  if (hasBoth && namesOwn && !namesBoth) wrong.hub_ids ??= 'validation.required'
  return wrong
}

/**
 * Whether an incident of an alert is about one of the areas; `names_area` is the same rule in the database. In alert 39 a point of interest has the negative
 * of its id.
 */
export function namesArea(
  alert: AreasOfAlert,
  { hub_ids, poi_ids }: StoredAreas,
  subject_id: number | null | undefined,
): boolean {
  if (hub_ids.length + poi_ids.length === 0) return true
  if (subject_id === null || subject_id === undefined) return false
  const kinds = kindsOf(alert)
  const isPoi = kinds.length > 1 ? subject_id < 0 : kinds[0] === 'poi'
  return (isPoi ? poi_ids : hub_ids).includes(Math.abs(subject_id))
}
