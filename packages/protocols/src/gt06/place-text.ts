// The place in the text of an answer, as devices give it when they are asked for their position.
import type { Place } from './place.ts'

const PLACE =
  /^Current position!\s*Lat:([NS])(\d{1,2}\.\d+),Lon:([EW])(\d{1,3}\.\d+),Course:(\d+(?:\.\d+)?),Speed:(\d+(?:\.\d+)?),DateTime:(\d{4})-(\d\d)-(\d\d) +(\d\d):(\d\d):(\d\d)/

/** null: the text is no place. */
export function placeOfText(text: string): Pick<Place, 'clock' | 'fix'> | null {
  const [, north, latitude, east, longitude, course, speed, ...clock] = PLACE.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return null
  const lat = Number(latitude)
  const lon = Number(longitude)
  const [year = 0, month = 1, ...rest] = clock.map(Number)
  const at = Date.UTC(year, month - 1, ...rest)
  const hasPlace = lat <= 90 && lon <= 180 && (lat !== 0 || lon !== 0)
  return {
    clock: new Date(at).getUTCMonth() === month - 1 ? at : null,
    fix: hasPlace
      ? {
          latitude_e7: Math.round((north === 'S' ? -lat : lat) * 1e7),
          longitude_e7: Math.round((east === 'W' ? -lon : lon) * 1e7),
          altitude: 0,
          direction: Math.round(Number(course)) % 360,
          speed: Math.round(Number(speed)),
          satellites: 0,
        }
      : null,
  }
}
