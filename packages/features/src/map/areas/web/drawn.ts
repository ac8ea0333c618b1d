// Areas as the map draws them: circles by their radius, other shapes by their outline.
import type { MapArea } from '@flotta/ui/map/area-layers.ts'
import type { Area } from '../contract.ts'
import { circleAround, ringOf, storedShape } from '../shape.ts'

/** Drawn once, however often the map asks. */
const drawnAreas = new WeakMap<Area, MapArea>()
export function drawnArea(area: Area): MapArea {
  const before = drawnAreas.get(area)
  if (before !== undefined) return before
  const { id, name, color, latitude, longitude, radius } = area
  const shape = storedShape(area.shape)
  const drawn = {
    id,
    name,
    color,
    latitude,
    longitude,
    radius: shape === null ? (radius ?? 1) : circleAround(shape).radius,
    ...(shape !== null && { ring: ringOf(shape) }),
  }
  drawnAreas.set(area, drawn)
  return drawn
}
