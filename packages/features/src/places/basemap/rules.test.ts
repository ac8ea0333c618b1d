import { expect, test } from 'vitest'
import { ownStyle, plainText, publicStyle, StyleShape } from './rules.ts'

test.each([
  [
    '<a href="https://osm.org">&copy; OpenStreetMap</a> contributors',
    '© OpenStreetMap contributors',
  ],
  ['A &amp; B', 'A & B'],
  ['  <b>x</b>\n<i>y</i> ', 'x y'],
])('the attribution %s is shown as %s', (html, text) => {
  expect(plainText(html)).toBe(text)
})

const label = (layout: Record<string, unknown>, withSprite: boolean) =>
  (
    ownStyle(
      { version: 8, sources: {}, layers: [{ id: 'n', type: 'symbol', layout }] },
      new Map(),
      'light',
      withSprite,
    ).layers as { layout: unknown }[]
  )[0]?.layout
test.each([
  [
    'a label is written in the page’s letters',
    { 'text-field': '{name}' },
    true,
    { 'text-field': '{name}', 'text-font': ['Inter Variable'] },
  ],
  [
    'the parts of a label are written in the page’s letters',
    { 'text-field': ['format', ['get', 'name'], { 'text-font': ['literal', ['Noto']] }] },
    true,
    {
      'text-field': ['format', ['get', 'name'], { 'text-font': ['literal', ['Inter Variable']] }],
      'text-font': ['Inter Variable'],
    },
  ],
  [
    'a picture stays where there are pictures',
    { 'icon-image': 'town' },
    true,
    { 'icon-image': 'town' },
  ],
  [
    'a picture is left out where there are none',
    { 'icon-image': 'town', 'icon-size': 1 },
    false,
    { 'icon-size': 1 },
  ],
])('%s', (_, layout, withSprite, expected) => {
  expect(label(layout, withSprite)).toEqual(expected)
})
test('layers whose sources cannot be drawn are left out, and drawings within the style stay', () => {
  const style = ownStyle(
    {
      version: 8,
      sources: {
        own: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
        far: { type: 'geojson', data: 'https://far.example' },
      },
      layers: [
        { id: 'a', type: 'line', source: 'own' },
        { id: 'b', type: 'line', source: 'far' },
        { id: 'c', type: 'background' },
      ],
    },
    new Map(),
    'dark',
    true,
  )
  expect(Object.keys(style.sources as object)).toEqual(['own'])
  expect((style.layers as { id: string }[]).map(l => l.id)).toEqual(['a', 'c'])
  expect(style.sprite).toBe('/api/v1/basemap/dark/sprite')
})

test('the style of a public service keeps its addresses, uses the page’s fonts, and has each name once in the reader’s language [places.39]', () => {
  const style = StyleShape.parse({
    version: 8,
    sprite: 'https://maps.example/sprite',
    glyphs: 'https://maps.example/fonts/{fontstack}/{range}.pbf',
    sources: {
      streets: { type: 'vector', url: 'https://maps.example/tiles.json' },
      hills: { type: 'raster', url: 'https://maps.example/hills.json' },
    },
    layers: [
      { id: 'ground', type: 'background' },
      {
        id: 'towns',
        type: 'symbol',
        source: 'streets',
        layout: {
          'text-field': ['concat', ['get', 'name:latin'], '\n', ['get', 'name:nonlatin']],
          'icon-image': 'dot',
          'text-font': ['Noto Sans'],
        },
      },
      { id: 'numbers', type: 'symbol', source: 'streets', layout: { 'text-field': '{ref}' } },
      { id: 'shade', type: 'raster', source: 'hills' },
    ],
  })
  const tiles = new Map([
    [
      'streets',
      {
        tiles: ['https://maps.example/{z}/{x}/{y}.pbf'],
        maxzoom: 14,
        attribution: '<a href="https://osm.org">&copy; OpenStreetMap</a>',
      },
    ],
  ])
  expect(publicStyle(style, tiles, 'de')).toEqual({
    version: 8,
    sprite: 'https://maps.example/sprite',
    sources: {
      streets: {
        type: 'vector',
        tiles: ['https://maps.example/{z}/{x}/{y}.pbf'],
        maxzoom: 14,
        attribution: '© OpenStreetMap',
      },
    },
    layers: [
      { id: 'ground', type: 'background' },
      {
        id: 'towns',
        type: 'symbol',
        source: 'streets',
        layout: {
          'text-field': [
            'coalesce',
            ['get', 'name:de'],
            ['get', 'name_de'],
            ['get', 'name:latin'],
            ['get', 'name'],
          ],
          'icon-image': 'dot',
          'text-font': ['Inter Variable'],
        },
      },
      {
        id: 'numbers',
        type: 'symbol',
        source: 'streets',
        layout: { 'text-field': '{ref}', 'text-font': ['Inter Variable'] },
      },
    ],
  })
})
