// Areas as the map draws them: circles by their radius, other shapes by their outline.
import type { MapArea } from '@flotta/ui/map/area-layers.ts'
import type { Area } from '../contract.ts'
import { circleAround, ringOf, storedShape } from '../shape.ts'
import type { Draft } from './form.ts'

/** Drawn once, however often the map asks. */
const drawnAreas = new WeakMap<Area, MapArea>()
export function drawnArea(area: Area): MapArea {
  const before = drawnAreas.get(area)
  if (before !== undefined) return before
  const { id, name, color, latitude, longitude, radius } = area
  const shape = storedShape(area.shape)
  const mapArea = {
    id,
    name,
    color,
    latitude,
    longitude,
    radius: shape === null ? (radius ?? 1) : circleAround(shape).radius,
    ...(shape !== null && { ring: ringOf(shape) }),
  }
  drawnAreas.set(area, mapArea)
  return mapArea
}

/**
 * What the map draws: those that the search finds, always the selected one, and what stands in the
 * open form.
 */
export function drawnWithDraft(
  shown: readonly Area[],
  all: readonly Area[],
  selected: number | null,
  draft: Draft | null,
): readonly MapArea[] {
  const selectedArea = all.find(area => area.id === selected)
  const areas =
    selectedArea === undefined || shown.includes(selectedArea) ? shown : [...shown, selectedArea]
  const mapAreas = areas.map(drawnArea)
  const isOutlined = draft !== null && mapAreas.some(a => a.id === draft.id && a.ring !== undefined)
  if (
    draft === null ||
    isOutlined ||
    draft.latitude === '' ||
    draft.longitude === '' ||
    draft.radius === ''
  )
    return mapAreas
  const { id, name, latitude, longitude } = draft
  const color = /^#[0-9a-f]{6}$/i.test(draft.color) ? draft.color : '#000000'
  return [
    ...mapAreas.filter(area => area.id !== id),
    { id, name, color, latitude, longitude, radius: Math.max(1, draft.radius) },
  ]
}
