// A planned trip as GPX 1.1: its places as waypoints, its route as a track, for any navigation
// device.
import { decodePolyline } from '@flotta/core/geo.ts'
import { roundDegrees, xmlElement } from '@flotta/core/map-files.ts'
import type { PlannedTrip } from './contract.ts'

const coordinatesText = (lat: number, lng: number): string =>
  `lat="${roundDegrees(lat)}" lon="${roundDegrees(lng)}"`

export function gpxOf({ name, startdate, waypoints, route }: PlannedTrip): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Flotta" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <metadata>${xmlElement('name', name)}${xmlElement('time', startdate)}</metadata>`,
    ...waypoints.map(({ lat, lng, address, city, zip_code, notes }) => {
      const fullAddress = [address, [zip_code, city].filter(Boolean).join(' ')]
        .filter((part, i, all) => part !== '' && all.indexOf(part) === i)
        .join(', ')
      return `  <wpt ${coordinatesText(lat, lng)}>${xmlElement('name', address)}${xmlElement('cmt', notes)}${xmlElement('desc', fullAddress)}</wpt>`
    }),
    `  <trk>${xmlElement('name', name)}`,
    '    <trkseg>',
    ...decodePolyline(route.geometry).map(
      ([lat, lng]) => `      <trkpt ${coordinatesText(lat, lng)}/>`,
    ),
    '    </trkseg>',
    '  </trk>',
    '</gpx>',
  ]
  return `${lines.join('\n')}\n`
}
/** A file name: characters that systems refuse become a dash. */
export const fileNameOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 80) || 'viaggio'
