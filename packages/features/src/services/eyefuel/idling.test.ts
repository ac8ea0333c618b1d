// Idling in the position report: hours by the vehicle's motion, litres where engine or tank report them.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { driven, familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { readSheets, reportAskFor } from '../../testing/reports.ts'
import { reports } from '../eyegeo/report.ts'

const family = familyOf({
  ignition: { id: 239, width: 1 },
  movement: { id: 240, width: 1 },
  can_fuel_level: { id: 89, width: 1 },
  can_fuel_used: { id: 83, scale: 0.1 },
})
const from = Date.parse('2026-10-20T00:00+02:00')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.now = from + 30 * HOUR
})
afterAll(() => app.close())

/** It drives for ten minutes, stands with its engine on, and parks. @param idling minutes */
const dayOf = (
  idling: number,
  values: (minute: number) => { readonly can_fuel_level?: number; readonly can_fuel_used?: number },
) => [
  ...driven(family, { from: from + HOUR, minutes: 9, longitude: 9 }, i => ({
    ignition: 1,
    movement: 1,
    ...values(-9 + i),
  })),
  ...driven(
    family,
    { from: from + HOUR + 10 * MINUTE, minutes: idling, kmh: 0, longitude: 9.2 },
    i => ({ ignition: 1, movement: 0, ...values(i) }),
  ),
  ...driven(
    family,
    { from: from + HOUR + (11 + idling) * MINUTE, minutes: 0, kmh: 0, longitude: 9.2 },
    () => ({ ignition: 0, movement: 0 }),
  ),
]
test.each<
  [string, number[], number, Parameters<typeof dayOf>[1], [minutes: number, litres: unknown]]
>([
  [
    'come from the total of the engine',
    [agreement.eyegeo, agreement.eyefuel],
    40,
    i => ({ can_fuel_used: 1_000 + Math.max(0, i) / 20 }),
    [41, expect.closeTo(2.1, 1)],
  ],
  [
    'come from the level in long idling',
    [agreement.eyegeo, agreement.eyefuel],
    600,
    i => ({ can_fuel_level: 80 - Math.floor(Math.max(0, i) / 60) }),
    [601, expect.closeTo(40, -1)],
  ],
  [
    'do not come from the level in short idling',
    [agreement.eyegeo, agreement.eyefuel],
    40,
    i => ({ can_fuel_level: i > 20 ? 79 : 80 }),
    [41, null],
  ],
  [
    'are unknown where nothing reports them',
    [agreement.eyegeo, agreement.eyefuel],
    40,
    () => ({}),
    [41, null],
  ],
  [
    'are unknown without the agreement of the tank',
    [agreement.eyegeo],
    40,
    i => ({ can_fuel_used: 1_000 + Math.max(0, i) / 20 }),
    [41, null],
  ],
])(
  'litres of idling %s [reports.97, eyefuel.34]',
  async (_, agreements, minutes, values, expected) => {
    const customer = (await app.make.customer()).id
    const truck = await heardVehicle(app, family, customer, agreements, {
      vehicle_type: 'T',
      configurations: { tank_capacity_l: '400' },
    })
    await truck.hear(...dayOf(minutes, values))
    const ask = await reportAskFor(app.ctx, customer, { from, to: from + 24 * HOUR })
    const [row] = (await readSheets(reports, 'eyegeo', ask)).eyegeo_summary?.rows ?? []
    expect([Number(row?.idling) / 60, row?.idling_litres]).toEqual(expected)
  },
)
