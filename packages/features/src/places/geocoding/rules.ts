// The parts of an address as forms take them, and what stands for the unknown ones.
import type { Place } from './contract.ts'

/**
 * A place that was picked. Parts that nobody knows are empty, so that no form stores a word for
 * them.
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

/** Stands for an unknown part of the address of a position. */
export const UNKNOWN_PART = '###'

/** Six decimals of a degree are some ten centimetres. */
const roundDegrees = (degrees: number): number => Number(degrees.toFixed(6))

/** `at` is the point that was asked about, where it is not the place's own. */
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
export const pickedPlace = (place: Place): PickedPlace =>
  pickedPlaceAt(place, { latitude: place.lat, longitude: place.lon })
