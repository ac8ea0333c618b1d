// Alarms of devices: from the values of a record to the incidents of alert 40.

import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { alarmBits, type DeviceAlarm, joinAlarms, NO_ALARMS } from '@flotta/core/device-alarms.ts'
import { source } from '@flotta/core/reading.ts'
import { recordValuesOf } from '@flotta/core/record-values.ts'
import type { Word } from '@flotta/core/telemetry.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { emptySample } from '../../kinds.ts'
import { fixAt } from '../../telemetry/pipeline/testing.ts'
import { familyOf, heardVehicle } from '../../telemetry/pipeline/testing-vehicle.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { deviceAlarm as derivation } from './derive-device-alarms.ts'
import { deviceAlarm as reading } from './kinds.ts'

type AlarmStates = Partial<Record<DeviceAlarm, boolean>>
const bitsOf = (told: AlarmStates) =>
  Object.entries(told)
    .map(([kind, holds]) => alarmBits(kind as DeviceAlarm, holds))
    .reduce(joinAlarms, NO_ALARMS)

test.each<[string, Partial<Record<Word, number>>, AlarmStates | null]>([
  ['words of one kind', { jamming: 1, unplugged: 0 }, { jamming: true, power_cut: false }],
  ['any value but 0 is a crash', { crash: 6 }, { crash: true }],
  ['a wired button', { in2: 1 }, { tamper: true }],
  ['a record without any', { ignition: 1 }, null],
])('%s [telemetry.67]', (_, values, told) => {
  const sources = Object.fromEntries(
    Object.entries({ ...reading.meanings, tamper: ['in2'] as const }).map(([meaning, words]) => [
      meaning,
      words.map(word => source(word)),
    ]),
  )
  expect(reading.read(recordValuesOf(values), sources)).toEqual(told && bitsOf(told))
})

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] }
const minute = (at: number, told: AlarmStates): Sample => ({
  ...emptySample,
  at: at * MINUTE,
  device_alarm: bitsOf(told),
})
function incidents(samples: readonly Sample[]): string[] {
  let state = derivation.start
  const steps: string[] = []
  for (const sample of samples) {
    const next = derivation.step(state, sample, facts)
    if (!next) continue
    state = next.state
    for (const effect of next.effects ?? [])
      if (effect.effect === 'raise' || effect.effect === 'clear')
        steps.push(
          [
            effect.at / MINUTE,
            effect.effect === 'raise' ? effect.data?.kind : effect.subject_id,
            ...(effect.until === undefined ? [] : [`until ${effect.until / MINUTE}`]),
          ].join(' '),
        )
  }
  return steps
}
test.each<[string, Sample[], string[]]>([
  [
    'a state lasts until the device reports its end [alerts.126]',
    [minute(0, { jamming: true }), minute(1, { jamming: true }), minute(70, { jamming: false })],
    ['0 jamming', '70 2'],
  ],
  [
    'a state that was never raised does not end',
    [minute(0, { jamming: false }), minute(1, { sos: false })],
    [],
  ],
  [
    'each kind is an incident of its own [alerts.127]',
    [
      minute(0, { power_cut: true, jamming: false }),
      minute(1, { tamper: true }),
      minute(2, { power_cut: false }),
    ],
    ['0 power_cut', '1 tamper', '2 8'],
  ],
  [
    'an event stays open for 15 minutes, whatever the device reports meanwhile [alerts.128]',
    [minute(0, { sos: true }), minute(1, { sos: false }), minute(5, { sos: true })],
    ['0 sos until 15'],
  ],
  [
    'an event after that time is another incident [alerts.128]',
    [minute(0, { crash: true }), minute(16, { crash: true })],
    ['0 crash until 15', '15 4 until 15', '16 crash until 31'],
  ],
])('%s', (_, samples, expected) => {
  expect(incidents(samples)).toEqual(expected)
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a device’s alarm is alert 40 with its kind, named in the reader’s language [alerts.125]', async () => {
  const tracker = familyOf({ jamming: { id: 249, width: 1 } })
  const owner = (await app.make.customer()).id
  const vehicle = await heardVehicle(app, tracker, owner, [agreement.eyegeo])
  const caller = await app.as(await app.make.user(owner))
  const open = async () => (await caller.call(active, { query: {} })).data
  await vehicle.hear(tracker.message(app.clock.now - 2 * MINUTE, { jamming: 1 }, fixAt(45, 9)))
  expect(await open()).toMatchObject([
    {
      alert_id: 40,
      code: 'device_alarm',
      severity: 2,
      data: { kind: 'jamming' },
      subject: 'Disturbo radio (jamming)',
    },
  ])
  await vehicle.hear(tracker.message(app.clock.now - MINUTE, { jamming: 0 }, fixAt(45, 9)))
  expect(await open()).toEqual([])
})
