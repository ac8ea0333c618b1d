// A planned trip as GPX 1.1: its places as waypoints, its route as a track, for any navigation
// device.
import { decodePolyline } from '@flotta/core/geo.ts'
import type { PlannedTrip } from './contract.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** XML forbids control characters, even escaped. */
const CONTROL_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escapeXml = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, '').replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
const tag = (name: string, text: string | null): string =>
  text === null || text.trim() === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`
const coordinatesText = (lat: number, lng: number): string =>
  `lat="${Number(lat.toFixed(6))}" lon="${Number(lng.toFixed(6))}"`

export function gpxOf({ name, startdate, waypoints, route }: PlannedTrip): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Flotta" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <metadata>${tag('name', name)}${tag('time', startdate)}</metadata>`,
    ...waypoints.map(({ lat, lng, address, city, zip_code, notes }) => {
      const fullAddress = [address, [zip_code, city].filter(Boolean).join(' ')]
        .filter((part, i, all) => part !== '' && all.indexOf(part) === i)
        .join(', ')
      return `  <wpt ${coordinatesText(lat, lng)}>${tag('name', address)}${tag('cmt', notes)}${tag('desc', fullAddress)}</wpt>`
    }),
    `  <trk>${tag('name', name)}`,
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
