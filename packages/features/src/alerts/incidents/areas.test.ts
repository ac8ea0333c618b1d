// Which areas an alert takes, the errors of those that a call names, and which incidents are about one of them.
import { describe, expect, test } from 'vitest'
import { areasNamedBy, namesArea, storedAreas, wrongAreas } from './areas.ts'
import { alertDefinition } from './catalogue.ts'

const [SPEED, HUB_ENTER, HUB_EXIT, POI_ENTER, STAY] = [1, 8, 9, 10, 39]
const named = (values: object = {}) => ({ area_ids: [], hub_ids: [], poi_ids: [], ...values })
const NONE = 'alert_configurations.areas.none_takes'
const REQUIRED = 'validation.required'

const wrongCases: readonly (readonly [
  what: string,
  alerts: readonly number[],
  areas: object,
  wrong: object,
])[] = [
  ['no areas are right with any alert', [SPEED, HUB_ENTER, POI_ENTER, STAY], {}, {}],
  ['areas of an alert of hubs', [HUB_ENTER], { area_ids: [1] }, {}],
  ['areas of two alerts of hubs', [HUB_ENTER, HUB_EXIT], { area_ids: [1] }, {}],
  ['areas beside an alert of none', [HUB_ENTER, SPEED], { area_ids: [1] }, {}],
  ['areas of an alert of none', [SPEED], { area_ids: [1] }, { area_ids: NONE }],
  [
    'areas of two kinds at once',
    [HUB_ENTER, POI_ENTER],
    { area_ids: [1] },
    { area_ids: 'alert_configurations.areas.two_kinds' },
  ],
  ['hubs and points of a stay', [STAY], { hub_ids: [1], poi_ids: [2] }, {}],
  ['hubs of a stay alone', [STAY], { hub_ids: [1] }, {}],
  [
    'areas without a kind of a stay',
    [STAY],
    { area_ids: [1] },
    { area_ids: NONE, hub_ids: REQUIRED },
  ],
  ['hubs of an entry', [HUB_ENTER], { hub_ids: [1] }, { hub_ids: NONE, area_ids: REQUIRED }],
  ['entry and stay, each with its own', [HUB_ENTER, STAY], { area_ids: [1], hub_ids: [1] }, {}],
  [
    'a stay that would be told of all beside an entry of some',
    [HUB_ENTER, STAY],
    { area_ids: [1] },
    { hub_ids: REQUIRED },
  ],
]
describe('areas that a call names [alert-configurations.43]', () => {
  test.each(wrongCases)('%s', (_, alerts, areas, wrong) => {
    expect(wrongAreas(alerts.map(alertDefinition), named(areas))).toEqual(wrong)
  })
})

const storedCases: readonly (readonly [
  alert_id: number,
  areas: object,
  hubs: number[],
  pois: number[],
])[] = [
  [SPEED, { area_ids: [1] }, [], []],
  [HUB_EXIT, { area_ids: [1, 2], hub_ids: [3] }, [1, 2], []],
  [POI_ENTER, { area_ids: [1] }, [], [1]],
  [STAY, { area_ids: [9], hub_ids: [1], poi_ids: [1, 2] }, [1], [1, 2]],
]
test.each(storedCases)(
  'alert %i stores of %j the hubs %j and points %j, and names them so',
  (id, areas, hub_ids, poi_ids) => {
    const alert = alertDefinition(id)
    const stored = storedAreas(alert, named(areas))
    expect(stored).toEqual({ hub_ids, poi_ids })
    expect(storedAreas(alert, areasNamedBy(alert, stored))).toEqual(stored)
  },
)

const incidentCases: readonly (readonly [
  what: string,
  alert_id: number,
  areas: { readonly hub_ids?: number[]; readonly poi_ids?: number[] },
  subject_id: number | null,
  isNamed: boolean,
])[] = [
  ['without areas every incident', HUB_ENTER, {}, 5, true],
  ['without areas also one without a subject', SPEED, {}, null, true],
  ['its hub', HUB_ENTER, { hub_ids: [4, 5] }, 5, true],
  ['another hub', HUB_ENTER, { hub_ids: [4] }, 5, false],
  ['a point with the id of a hub', POI_ENTER, { hub_ids: [5] }, 5, false],
  ['its point', POI_ENTER, { poi_ids: [5] }, 5, true],
  ['a stay at a hub', STAY, { hub_ids: [5] }, 5, true],
  ['a stay at a point of the same id', STAY, { hub_ids: [5] }, -5, false],
  ['a stay at its point', STAY, { hub_ids: [1], poi_ids: [5] }, -5, true],
  ['a stay at a hub with the id of the point', STAY, { poi_ids: [5] }, 5, false],
]
test.each(incidentCases)('named: %s', (_, id, areas, subject_id, isNamed) => {
  const stored = { hub_ids: [], poi_ids: [], ...areas }
  expect(namesArea(alertDefinition(id), stored, subject_id)).toBe(isNamed)
})
