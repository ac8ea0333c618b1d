// Areas as the map draws them: circles by their radius, other shapes by their outline.
import type { MapArea } from '@flotta/ui/map/area-layers.ts'
import type { Area } from '../contract.ts'
import { circleAround, POINTS, ringOf, storedShape } from '../shape.ts'
import { type Draft, filledShape } from './form.ts'

/** Made once per area, however often the map asks. */
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

/** The areas that the map draws: those that the search finds, always the selected one, and the one in the open form. */
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
  const draftArea = draft === null ? null : drawnDraft(draft)
  return draftArea === null
    ? mapAreas
    : [...mapAreas.filter(area => area.id !== draftArea.id), draftArea]
}

/** null: it has no place yet. */
function drawnDraft({ id, name, color: typed, shape, ...circle }: Draft): MapArea | null {
  const color = /^#[0-9a-f]{6}$/i.test(typed) ? typed : '#000000'
  if (shape.type !== 'circle') {
    const outline = filledShape(shape)
    return shape.points.length < POINTS[shape.type]
      ? null
      : { id, name, color, ...circleAround(outline), ring: ringOf(outline) }
  }
  const { latitude, longitude, radius } = circle
  if (latitude === '' || longitude === '' || radius === '') return null
  return { id, name, color, latitude, longitude, radius: Math.max(1, radius) }
}
