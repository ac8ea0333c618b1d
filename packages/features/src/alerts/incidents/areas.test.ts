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
  ['may be missing for any alert', [SPEED, HUB_ENTER, POI_ENTER, STAY], {}, {}],
  ['are accepted for an alert about hubs', [HUB_ENTER], { area_ids: [1] }, {}],
  ['are accepted for two alerts about hubs', [HUB_ENTER, HUB_EXIT], { area_ids: [1] }, {}],
  ['are accepted beside an alert without areas', [HUB_ENTER, SPEED], { area_ids: [1] }, {}],
  ['are refused for an alert without areas', [SPEED], { area_ids: [1] }, { area_ids: NONE }],
  [
    'are refused for hubs and points at once',
    [HUB_ENTER, POI_ENTER],
    { area_ids: [1] },
    { area_ids: 'alert_configurations.areas.two_kinds' },
  ],
  ['may be hubs and points for a stay', [STAY], { hub_ids: [1], poi_ids: [2] }, {}],
  ['may be hubs alone for a stay', [STAY], { hub_ids: [1] }, {}],
  ['must have a kind for a stay', [STAY], { area_ids: [1] }, { area_ids: NONE, hub_ids: REQUIRED }],
  [
    'must not be given by kind for an entry',
    [HUB_ENTER],
    { hub_ids: [1] },
    { hub_ids: NONE, area_ids: REQUIRED },
  ],
  [
    'are accepted for an entry and a stay, each with its own',
    [HUB_ENTER, STAY],
    { area_ids: [1], hub_ids: [1] },
    {},
  ],
  [
    'must also be named for a stay if the entry beside it names some',
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
