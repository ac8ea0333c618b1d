// The areas in a form of alerts: which fields its alerts need, and the values for calls. Pure.
import type { AreaKind } from '@flotta/core/alerts.ts'
import { alertDefinition } from '../../incidents/catalogue.ts'
import type { NamedAreas } from '../../incidents/contract.ts'
import type { AlertConfiguration } from '../contract.ts'

/** Chosen areas by kind; empty: all areas. */
export type ChosenAreas = Readonly<Record<AreaKind, readonly number[]>>
export const NO_AREAS: ChosenAreas = { hub: [], poi: [] }

const kindsOf = (alert_id: number): readonly AreaKind[] => alertDefinition(alert_id)?.areas ?? []
/**
 * The kinds of areas to which the alerts can be limited. None if some alerts are only about hubs and others only about points of interest, because one call
 * cannot express that.
 */
export function areaFieldsOf(alerts: readonly number[]): readonly AreaKind[] {
  const singleKinds = new Set(
    alerts.map(kindsOf).flatMap(kinds => (kinds.length === 1 ? kinds : [])),
  )
  if (singleKinds.size > 1) return []
  const kinds = new Set(alerts.flatMap(kindsOf))
  return (['hub', 'poi'] as const).filter(kind => kinds.has(kind))
}
/** The areas as a call takes them; areas of kinds that the alerts are not about are left out. */
export function namedBy(alerts: readonly number[], chosen: ChosenAreas): NamedAreas {
  const fields = areaFieldsOf(alerts)
  const idsOf = (kind: AreaKind) => (fields.includes(kind) ? chosen[kind] : [])
  const [own] = alerts.map(kindsOf).find(kinds => kinds.length === 1) ?? []
  const hasBoth = alerts.some(id => kindsOf(id).length > 1)
  return {
    area_ids: own === undefined ? [] : idsOf(own),
    hub_ids: hasBoth ? idsOf('hub') : [],
    poi_ids: hasBoth ? idsOf('poi') : [],
  }
}
export const isNamed = ({ area_ids, hub_ids, poi_ids }: NamedAreas): boolean =>
  area_ids.length + hub_ids.length + poi_ids.length > 0
/** The areas of a configuration. */
export function areasOf({
  alert_id,
  area_ids,
  hub_ids,
  poi_ids,
}: Pick<AlertConfiguration, 'alert_id' | keyof NamedAreas>): ChosenAreas {
  const kinds = kindsOf(alert_id)
  if (kinds.length > 1) return { hub: hub_ids, poi: poi_ids }
  return { ...NO_AREAS, ...(kinds[0] !== undefined && { [kinds[0]]: area_ids }) }
}
/** The server's error for a kind of area. */
export const areaFault = (
  kind: AreaKind,
  alerts: readonly number[],
  errors: Readonly<Record<string, string>>,
): string | undefined => {
  const isOwn = alerts.some(id => kindsOf(id).length === 1 && kindsOf(id)[0] === kind)
  return errors[`${kind}_ids`] ?? (isOwn ? errors.area_ids : undefined)
}
