// Reads the parameters of a route request: places and exclusions. Pure.

/** Degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}
/** What a route may avoid, in the order of the wire. */
export const exclusions = ['ferry', 'toll', 'motorway'] as const
export type Exclusion = (typeof exclusions)[number]

export const MOST_COORDINATES = 25
const NUMBER = /^-?\d{1,3}(\.\d+)?$/

/** Reads `lng,lat;lng,lat`; answers the key of the fault when it is wrong. */
export function coordinatesOf(text: string): Point[] | string {
  const pairs = text.split(';').map(pair => pair.split(','))
  if (pairs.length < 2) return 'routing.two_places'
  if (pairs.length > MOST_COORDINATES) return 'routing.many_places'
  const points: Point[] = []
  for (const [lng = '', lat = '', ...more] of pairs) {
    const [longitude, latitude] = [Number(lng), Number(lat)]
    if (
      more.length > 0 ||
      !NUMBER.test(lng) ||
      !NUMBER.test(lat) ||
      Math.abs(longitude) > 180 ||
      Math.abs(latitude) > 90
    )
      return 'routing.coordinates'
    points.push({ latitude, longitude })
  }
  return points
}
/** Six decimals are ten centimetres. */
export const coordinatesText = (points: readonly Point[]): string =>
  points.map(p => `${roundDegrees(p.longitude)},${roundDegrees(p.latitude)}`).join(';')
const roundDegrees = (degrees: number): string => String(Number(degrees.toFixed(6)))

/** Reads `ferry,toll`, each once and in one order; null when a word is unknown. */
export function exclusionsOf(text: string): Exclusion[] | null {
  const words = text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
  return words.every(word => exclusions.some(e => e === word))
    ? exclusions.filter(e => words.includes(e))
    : null
}
