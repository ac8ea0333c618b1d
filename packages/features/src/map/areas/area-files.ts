// Areas as features of a map file, from which the import can make the same areas again.
import type { MapFeature } from '@flotta/core/map-files.ts'
import type { Area } from './contract.ts'

export function featureOfArea(area: Area): MapFeature {
  const { name, radius, latitude, longitude, shape } = area
  const { code, color, address, city, zip_code } = area
  const properties = { code, color, address, city, zip_code }
  if (shape.type === 'circle')
    return {
      kind: 'place',
      name,
      points: [{ latitude, longitude }],
      properties: { ...properties, radius },
    }
  const points = shape.points.map(([lng, lat]) => ({ latitude: lat, longitude: lng }))
  return shape.type === 'polygon'
    ? { kind: 'area', name, points, properties }
    : { kind: 'way', name, points, properties: { ...properties, width: shape.width } }
}
