// Coordinates are spelled `latitude` and `longitude`. Older calls keep `lat` with `lon` or `lng` as aliases.
import type { z } from 'zod'

/** An older name of a coordinate field, kept as an alias. */
export const aliasOf = <T extends z.ZodType>(name: 'latitude' | 'longitude', degrees: T): T =>
  degrees.meta({ deprecated: true, description: `Older spelling of \`${name}\`` })

interface SpelledPlace {
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly lat?: number | undefined
  readonly lon?: number | undefined
  readonly lng?: number | undefined
}
/** Refuses a place that lacks one of its coordinates, and names it as the sender spells it. */
export const namesPlace =
  (olderLongitude: 'lon' | 'lng') =>
  (place: SpelledPlace, { addIssue }: z.core.$RefinementCtx): void => {
    const isOlder = place.latitude === undefined && place.longitude === undefined
    const names = isOlder ? ['lat', olderLongitude] : ['latitude', 'longitude']
    const { latitude, longitude } = coordinatesOf(place)
    for (const [i, degrees] of [latitude, longitude].entries())
      if (Number.isNaN(degrees))
        addIssue({
          code: 'invalid_type',
          expected: 'number',
          path: [names[i] ?? ''],
          input: undefined,
        })
  }

/** When an alias was sent it counts, because a client that only knows the alias sends the other fields back as it read them. NaN: the coordinate is missing. */
export const coordinatesOf = ({ latitude, longitude, lat, lon, lng }: SpelledPlace) => ({
  latitude: lat ?? latitude ?? Number.NaN,
  longitude: lon ?? lng ?? longitude ?? Number.NaN,
})
