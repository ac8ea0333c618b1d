// The names of seas, places and countries on the embedded base map.
import type { Language } from '@flotta/core/languages.ts'
import type { LayerSpecification } from 'maplibre-gl'
import { byZoom, type Colors, from, MAP_FONT } from './base-map.ts'
import { cityLabel, countryLabel, seaLabel } from './map-names.ts'

/** The names of seas, places and countries. */
export function nameLayers(colors: Colors, language: Language): LayerSpecification[] {
  const halo = { 'text-halo-color': colors.halo, 'text-halo-width': 1.3 }
  return [
    {
      id: 'sea-names',
      type: 'symbol',
      ...from('sea'),
      minzoom: 3,
      layout: {
        'text-field': seaLabel(language),
        'text-font': MAP_FONT,
        'text-size': 11,
        'text-letter-spacing': 0.1,
        'text-max-width': 7,
      },
      paint: { 'text-color': colors.water },
    },
    {
      id: 'place-dots',
      type: 'circle',
      ...from('places'),
      filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 2, 6, 3, 7, 4, 8, 5, 9, 7]],
      paint: {
        'circle-radius': byZoom(4, 1.6, 9, 2.6),
        'circle-color': colors.halo,
        'circle-stroke-color': colors.quiet,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'place-names',
      type: 'symbol',
      ...from('places'),
      layout: {
        'text-field': cityLabel(language),
        'text-font': MAP_FONT,
        'symbol-sort-key': ['-', 0, ['get', 'pop']],
        'text-size': byZoom(4, ['match', ['get', 'rank'], 1, 12, 2, 10, 9], 9, [
          'match',
          ['get', 'rank'],
          1,
          18,
          2,
          16,
          3,
          14,
          4,
          13,
          5,
          12,
          11,
        ]),
        'text-variable-anchor': ['bottom', 'left', 'right', 'top'],
        'text-radial-offset': 0.5,
        'text-padding': 3,
      },
      paint: {
        'text-color': [
          'match',
          ['get', 'rank'],
          1,
          colors.text,
          2,
          colors.text,
          3,
          colors.text,
          colors.quiet,
        ],
        ...halo,
      },
    },
    {
      id: 'country-names',
      type: 'symbol',
      ...from('countries'),
      maxzoom: 6.5,
      layout: {
        'text-field': countryLabel(language),
        'text-font': MAP_FONT,
        'text-size': byZoom(3, 10, 6, 15),
        'text-letter-spacing': 0.18,
      },
      paint: { 'text-color': colors.country, ...halo },
    },
  ]
}
