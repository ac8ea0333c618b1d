// Hours of a refrigeration unit in a report: a unit that is switched on is not the same as one whose engine runs.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { readSheets, reportAskFor } from '../../testing/reports.ts'
import { reports } from './report.ts'

const family = familyOf({ zone1_state: { id: 10045 }, reefer_hours_engine: { id: 10044 } })
const FIRST = Date.parse('2026-11-19T00:00:00+01:00')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the report gives the hours switched on beside the hours of the engine, and its days add up to the period', async () => {
  app.clock.now = FIRST + 49 * HOUR
  const { id } = await app.make.customer()
  const vehicle = await heardVehicle(app, family, id, [agreement.eyecold])
  // switched on all the time, its engine running two minutes of five
  await vehicle.hear(
    ...Array.from({ length: 2 * 288 }, (_, i) =>
      family.message(FIRST + i * 5 * MINUTE, {
        zone1_state: 3,
        reefer_hours_engine: 2_000 + Math.floor((i * 2) / 60),
      }),
    ),
  )
  const { fridge_days } = await readSheets(
    reports,
    'eyecold_fridge',
    await reportAskFor(app.ctx, id, { from: FIRST, to: FIRST + 48 * HOUR }),
  )
  expect(fridge_days?.rows).toMatchObject([
    { on: 24, engine: 9, electric: null },
    { on: 24, engine: 10, electric: null },
  ])
  expect(Object.values(fridge_days?.totals ?? {})).toMatchObject([
    { on: 48, engine: 19, electric: null },
  ])
})
