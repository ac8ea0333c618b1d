// The demo's hubs and points of interest are at the places where its vehicles stand.
import { distance } from '@flotta/core/geo.ts'
import { demoHubs, demoPois } from '@flotta/features/map/areas/demo.ts'
import { roads } from '@flotta/features/places/routing/roads.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { expect, test } from 'vitest'
import { plotOf } from './plots.ts'

/** Names of towns in the road graph. */
const towns: Readonly<Record<string, string>> = {
  Milano: 'Milan',
  Firenze: 'Florence',
  Roma: 'Rome',
  Napoli: 'Naples',
  Genova: 'Genoa',
}
const nodeOf = (city: string) => roads().town(towns[city] ?? city)

test.each(demoHubs)(
  'hub $code holds the plots of the vehicles that are at home there',
  ({ city, latitude, longitude, radius }) => {
    const node = nodeOf(city ?? '')
    const away = demoFleet()
      .filter(v => nodeOf(v.home) === node)
      .map(v => plotOf(v, node, true))
      .map(p => distance(p.latitude, p.longitude, latitude, longitude))
    expect(away.length).toBeGreaterThan(1)
    expect(Math.max(...away)).toBeLessThan(radius)
  },
)
test.each(demoPois)(
  'point of interest $code holds the ramps of its town',
  ({ city, latitude, longitude, radius }) => {
    const ramps = demoFleet().map(v => plotOf(v, nodeOf(city ?? ''), false))
    expect(
      Math.max(...ramps.map(p => distance(p.latitude, p.longitude, latitude, longitude))),
    ).toBeLessThan(radius)
  },
)
