// Pins as they were at a moment, from the tracks of the time machine and the present data of the vehicles.
import { instantOf, SECOND } from '@flotta/core/time.ts'
import type { Pin } from '../../global-map/contract.ts'
import { inPlateOrder } from '../../global-map/rules.ts'
import { openAt, type PastTrack, placeAt } from './tracks.ts'

/** The parts of a pin that do not depend on the moment, without present values. */
function bareOf(track: PastTrack | undefined, live: Pin | undefined): Omit<Pin, 'id'> | null {
  if (live !== undefined) {
    const { vehicle_id, plate, vehicle_type, vehicle_subtype, fleet_id } = live
    const { serial, model, color, unit_code, active_agreements } = live
    return {
      vehicle_id,
      plate,
      vehicle_type,
      status: 2,
      motion: null,
      motion_since: null,
      ...(vehicle_subtype !== undefined && { vehicle_subtype }),
      ...(fleet_id !== undefined && { fleet_id }),
      ...(serial !== undefined && { serial }),
      ...(model !== undefined && { model }),
      ...(color !== undefined && { color }),
      ...(unit_code !== undefined && { unit_code }),
      ...(active_agreements !== undefined && { active_agreements }),
    }
  }
  if (track === undefined) return null
  const { vehicle_id, plate, vehicle_type } = track
  return { vehicle_id, plate, vehicle_type, status: 2, motion: null, motion_since: null }
}

/**
 * The pins of one moment, by plate: of every present vehicle, and of those that have left the fleet since.
 * @param from the zero of the tracks' seconds, epoch ms
 */
export function pastPins(
  tracks: readonly PastTrack[],
  live: readonly Pin[],
  from: number,
  moment: number,
): Pin[] {
  const byId = new Map(tracks.map(track => [track.vehicle_id, track]))
  const liveById = new Map(live.map(pin => [pin.id, pin]))
  const ids = new Set([...liveById.keys(), ...byId.keys()])
  const time = (moment - from) / SECOND
  return inPlateOrder(
    [...ids].flatMap((id): Pin[] => {
      const track = byId.get(id)
      const bare = bareOf(track, liveById.get(id))
      if (bare === null) return []
      if (track === undefined) return [{ id, ...bare }]
      const place = placeAt(track, time)
      const alerts = openAt(track.alerts, time)
      return [
        {
          id,
          ...bare,
          ...(place !== null && {
            status: place.silent ? (2 as const) : (1 as const),
            latitude: place.latitude,
            longitude: place.longitude,
            speed: Math.round(place.speed),
            direction: Math.round(place.direction),
            moving: place.speed > 0,
          }),
          ...(alerts.length > 0 && {
            active_alerts: alerts.map(alert => ({
              alert_id: alert.alert_id,
              customer_id: null,
              created_at: instantOf(from + alert.from * SECOND),
            })),
          }),
        },
      ]
    }),
  )
}
