// The link of an alert: its vehicle on the map, and the place where it was when the alert began.
import type { ActiveAlert } from '../contract.ts'

export const leadsTo = ({ code, created_at, position, pivot }: ActiveAlert) => ({
  v: pivot.vehicle_id,
  ...(position !== null && {
    a: code,
    lat: position.latitude,
    lng: position.longitude,
    t: created_at,
  }),
})
