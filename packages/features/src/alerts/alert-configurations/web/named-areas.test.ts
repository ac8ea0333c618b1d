// Which areas a form of alerts can name, and how the calls have them.
import { describe, expect, test } from 'vitest'
import { areaFieldsOf, areasOf, NO_AREAS, namedBy } from './named-areas.ts'

const [SPEED, HUB_ENTER, HUB_EXIT, POI_ENTER, STAY] = [1, 8, 9, 10, 39]
const fieldCases: readonly (readonly [alerts: readonly number[], fields: readonly string[]])[] = [
  [[], []],
  [[SPEED], []],
  [[HUB_ENTER, HUB_EXIT, SPEED], ['hub']],
  [[POI_ENTER], ['poi']],
  [[STAY], ['hub', 'poi']],
  [
    [HUB_ENTER, STAY],
    ['hub', 'poi'],
  ],
  [[HUB_ENTER, POI_ENTER], []],
]
describe('the fields [alert-configurations.47]', () => {
  test.each(fieldCases)('of the alerts %j are %j', (alerts, fields) => {
    expect(areaFieldsOf(alerts)).toEqual(fields)
  })
})
const chosen = { hub: [1, 2], poi: [3] }
const callCases: readonly (readonly [
  alerts: readonly number[],
  area_ids: number[],
  hub_ids: number[],
  poi_ids: number[],
])[] = [
  [[SPEED], [], [], []],
  [[HUB_ENTER], [1, 2], [], []],
  [[POI_ENTER, SPEED], [3], [], []],
  [[STAY], [], [1, 2], [3]],
  [[HUB_EXIT, STAY], [1, 2], [1, 2], [3]],
  [[HUB_ENTER, POI_ENTER], [], [], []],
]
test.each(callCases)(
  'a call of the alerts %j names %j, hubs %j, points %j',
  (alerts, area_ids, hub_ids, poi_ids) => {
    expect(namedBy(alerts, chosen)).toEqual({ area_ids, hub_ids, poi_ids })
  },
)
test.each([
  [HUB_ENTER, { hub: [1, 2] }],
  [POI_ENTER, { poi: [3] }],
  [STAY, chosen],
])('a configuration of alert %i is read back as it was written', (alert_id, areas) => {
  const before = { ...NO_AREAS, ...areas }
  const named = namedBy([alert_id], before)
  expect(
    areasOf({
      alert_id,
      ...structuredClone({
        area_ids: [...named.area_ids],
        hub_ids: [...named.hub_ids],
        poi_ids: [...named.poi_ids],
      }),
    }),
  ).toEqual(before)
})
