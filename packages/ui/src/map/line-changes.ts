// The changes from the lines that a map has to those that it is to show, so that only new lines are sent to the map. Pure.
import type { Feature } from 'geojson'

export interface LineGroup {
  readonly id: number
  /** `#2e51bb` */
  readonly color: string
  /** [longitude, latitude] of each bend. */
  readonly lines: readonly (readonly [number, number][])[]
}
export interface LineChanges {
  readonly remove: number[]
  /** New groups, and those with other lines or another colour, which take the place of the old ones. */
  readonly add: Feature[]
}

/** Lines are the same if they are the same array: to compare a million coordinates would take longer than to send them. */
export function lineChanges(
  before: readonly LineGroup[],
  groups: readonly LineGroup[],
): LineChanges {
  const earlier = new Map(before.map(group => [group.id, group]))
  const add: Feature[] = []
  for (const group of groups) {
    const old = earlier.get(group.id)
    earlier.delete(group.id)
    if (old?.lines !== group.lines || old.color !== group.color) add.push(featureOf(group))
  }
  return { remove: [...earlier.keys()], add }
}

const featureOf = ({ id, color, lines }: LineGroup): Feature => ({
  type: 'Feature',
  id,
  properties: { id, color },
  geometry: { type: 'MultiLineString', coordinates: lines as [number, number][][] },
})
