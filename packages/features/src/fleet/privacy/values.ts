// The kinds of looks at positions and data of people, which calls and the address of their list share.

/**
 * What was looked at: where a vehicle is, its tracks and trips, a report of its positions; a shared link that somebody outside of the company opened, where
 * `person` is who made it; a driver's data as a whole, or their erasure.
 */
export const lookKinds = [
  'position',
  'track',
  'trip',
  'report',
  'link',
  'driver_data',
  'driver_erased',
] as const
export type LookKind = (typeof lookKinds)[number]
