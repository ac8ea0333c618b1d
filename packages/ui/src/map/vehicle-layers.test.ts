// The layers of vehicles: what they depend on besides the vehicles.
import { expect, test } from 'vitest'
import { layersOf } from './vehicle-layers.ts'

test.each(['it', 'en', 'de'] as const)('the count of a cluster is written in %s', language => {
  const cluster = layersOf('light', language, null).find(({ id }) => id === 'vehicles-cluster')
  expect(cluster?.layout).toMatchObject({
    'text-field': ['number-format', ['get', 'point_count'], { locale: language }],
  })
})
