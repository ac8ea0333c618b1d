// The embedded map: what it shows at each zoom, and in which language.
import { expect, test } from 'vitest'
import { SHAPES_END } from './base-map.ts'
import { embeddedStyle } from './style.ts'

const isMatch = (expression: unknown): expression is unknown[] =>
  Array.isArray(expression) && expression[0] === 'match'
/** The label that a layer shows for a key of the map's data. */
function labelOf(layer: string, language: 'it' | 'en' | 'es' | 'de', key: string): unknown {
  const layout = embeddedStyle('light', language).layers.find(({ id }) => id === layer)?.layout
  const label: unknown = layout !== undefined && 'text-field' in layout && layout['text-field']
  const match = isMatch(label) ? label : Array.isArray(label) ? label.find(isMatch) : undefined
  return match?.[match.indexOf(key) + 1]
}

test.each(['lakes', 'rivers', 'provinces', 'borders'])(
  '%s are drawn only as near as their data are good [places.41]',
  id => {
    const layer = embeddedStyle('dark', 'it').layers.find(l => l.id === id)
    expect(layer?.maxzoom).toBe(SHAPES_END)
  },
)
test.each([
  ['country-names', 'it', 'Germania', 'Germania'],
  ['country-names', 'en', 'Germania', 'Germany'],
  ['country-names', 'es', 'Germania', 'Alemania'],
  ['country-names', 'de', 'Germania', 'Deutschland'],
  ['country-names', 'it', 'Bosnia and Herz.', 'Bosnia ed Erzegovina'],
  ['sea-names', 'it', 'Mar Tirreno', 'Mar Tirreno'],
  ['sea-names', 'en', 'Mar Tirreno', 'Tyrrhenian Sea'],
  ['sea-names', 'de', 'Mare Adriatico', 'Adria'],
  ['place-names', 'it', 'DE Munich', 'Monaco di Baviera'],
  ['place-names', 'de', 'DE Munich', 'München'],
  ['place-names', 'en', 'IT Firenze', 'Florence'],
  ['place-names', 'es', 'IT Firenze', 'Florencia'],
  ['place-names', 'it', "IT Reggio nell'Emilia", 'Reggio Emilia'],
] as const)('%s in %s write %s as %s [places.42]', (layer, language, key, expected) => {
  expect(labelOf(layer, language, key)).toBe(expected)
})
