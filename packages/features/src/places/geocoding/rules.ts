// Parts of an address for forms, and the sign for unknown parts. Pure.
import type { Place } from './contract.ts'

/**
 * A picked place. Unknown parts are empty, so that no form stores a placeholder.
 */
export interface PickedPlace {
  readonly latitude: number
  readonly longitude: number
  readonly address: string
  readonly city: string
  readonly zip_code: string
}
export const addressParts = ['address', 'city', 'zip_code'] as const
export type AddressPart = (typeof addressParts)[number]

/** Shown for an unknown part of the address of a position. */
export const UNKNOWN_PART = '###'

/** Six decimals of a degree are some ten centimetres. */
const roundDegrees = (degrees: number): number => Number(degrees.toFixed(6))

/** `at` is the requested point, where it differs from the position of the place. */
export function pickedPlaceAt(
  place: Place | undefined,
  at: { readonly latitude: number; readonly longitude: number },
): PickedPlace {
  const { name = null, city = null, postcode = null } = place?.address ?? {}
  return {
    latitude: roundDegrees(at.latitude),
    longitude: roundDegrees(at.longitude),
    address: name ?? '',
    city: city ?? '',
    zip_code: postcode ?? '',
  }
}
export const pickedPlace = (place: Place): PickedPlace => pickedPlaceAt(place, place)
