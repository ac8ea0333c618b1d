// The differences between the vehicles that are drawn and the vehicles that should be drawn.
import type { VehicleTypeCode } from '@flotta/core/vehicle-type-shapes.ts'

/** One vehicle as the map draws it. An unchanged vehicle must be the same object, so that differences are found by identity. */
export interface MapVehicle {
  readonly id: number
  readonly longitude: number
  readonly latitude: number
  /** Its plate. */
  readonly label: string
  readonly type: VehicleTypeCode
  /** 0 standby, 1 connected, 2 disconnected */
  readonly status: 0 | 1 | 2
  /** 1 warning, 2 alarm */
  readonly ring: 0 | 1 | 2
  /** Degrees; null: not moving. */
  readonly heading: number | null
  /** The vehicle stands with its engine on. */
  readonly idling?: true | undefined
}

export interface Changes {
  readonly add: readonly MapVehicle[]
  /** The vehicle as drawn before, and as it is to be drawn. */
  readonly change: readonly (readonly [MapVehicle, MapVehicle])[]
  readonly remove: readonly number[]
}

const looksAlike = (a: MapVehicle, b: MapVehicle): boolean =>
  a.label === b.label &&
  a.type === b.type &&
  a.status === b.status &&
  a.ring === b.ring &&
  a.idling === b.idling &&
  (a.heading === null) === (b.heading === null)

/**
 * The changes, which are also applied to `drawn`. A vehicle that looks the same and moved less than `least` degrees in both directions
 * stays as it is drawn: at that zoom nobody could see the difference.
 */
export function changesTo(
  drawnVehicles: Map<number, MapVehicle>,
  newVehicles: readonly MapVehicle[],
  least = 0,
): Changes {
  const add: MapVehicle[] = []
  const change: [MapVehicle, MapVehicle][] = []
  const remove: number[] = []
  for (const next of newVehicles) {
    const old = drawnVehicles.get(next.id)
    if (old === next) continue
    if (old === undefined) add.push(next)
    else {
      const near =
        Math.abs(old.longitude - next.longitude) < least &&
        Math.abs(old.latitude - next.latitude) < least
      if (near && looksAlike(old, next)) continue
      change.push([old, next])
    }
    drawnVehicles.set(next.id, next)
  }
  if (drawnVehicles.size !== newVehicles.length) {
    const wantedIds = new Set(newVehicles.map(v => v.id))
    for (const id of drawnVehicles.keys()) if (!wantedIds.has(id)) remove.push(id)
    for (const id of remove) drawnVehicles.delete(id)
  }
  return { add, change, remove }
}

/** Whether exactly these vehicles are drawn, at any place and with any look. */
export const areDrawn = (
  drawnVehicles: ReadonlyMap<number, MapVehicle>,
  newVehicles: readonly MapVehicle[],
): boolean =>
  drawnVehicles.size === newVehicles.length && newVehicles.every(v => drawnVehicles.has(v.id))
