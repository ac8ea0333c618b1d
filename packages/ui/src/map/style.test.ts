// The shipped map: what it draws how near, and in which language.
import { expect, test } from 'vitest'
import { embeddedStyle, SHAPES_END } from './style.ts'

/** What the label of a layer makes of a name in the map's data. */
function labelOf(layer: string, language: 'it' | 'en' | 'es' | 'de', name: string): unknown {
  const label = embeddedStyle('light', language).layers.find(({ id }) => id === layer)
  const [, pairs = ''] =
    /\["match",\["get","name"\],(.*?),\["get","name"\]\]/.exec(JSON.stringify(label?.layout)) ?? []
  const names: unknown[] = JSON.parse(`[${pairs}]`)
  return names[names.indexOf(name) + 1]
}

test.each(['lakes', 'rivers', 'provinces', 'borders'])(
  '%s are drawn no nearer than their data are good for [places.41]',
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
] as const)('%s in %s call %s %s [places.42]', (layer, language, name, expected) => {
  expect(labelOf(layer, language, name)).toBe(expected)
})
