// The models of tracker that the benches simulate, with the contents of a record of each.
import { profileWriter } from '@flotta/core/profile-writer.ts'
import type { Word } from '@flotta/core/telemetry.ts'
import {
  CODEC_8,
  CODEC_8E,
  carries,
  type DataCodec,
  type Element,
} from '@flotta/protocols/teltonika/device.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'

/** What a fully equipped truck reports besides position, power and temperatures. */
const words: Readonly<Partial<Record<Word, number | string>>> = {
  zone1_state: 3,
  zone1_mode: 2,
  zone1_return1: -18.3,
  zone1_setpoint: -18,
  zone2_state: 3,
  zone2_mode: 2,
  zone2_return1: -18.1,
  zone2_setpoint: -18,
  zone3_state: 1,
  zone3_mode: 3,
  zone3_setpoint: 4,
  reefer_alarm: 0,
  reefer_run_mode: 0,
  can_fuel_level: 80,
  engine_hours: 4_210,
  axle1_load: 6_420,
  axle2_load: 8_130,
  axle3_load: 7_980,
  in1: 0,
  in2: 0,
  in3: 1,
  out1: 1,
  rfid: '0102030405060708',
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`tyre${i + 1}_pressure`, '035c'])),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`tyre${i + 1}_temp`, '001f'])),
}
/** The wiring of that truck's inputs, outputs and tags. */
export const wiring = {
  door_1: 'in1',
  door_2: 'in2',
  armed: 'in3',
  start_enabled: 'out1',
  beacon: 'rfid',
} as const

type Width = 1 | 2 | 4
const elementsOf = (width: Width, ...ids: readonly number[]): Element[] =>
  ids.map(id => ({ id, width, value: 0 }))
/** Models of tracker with 13 to 15 parameters in each record. `odometer` is the id of that parameter. */
export const models: readonly {
  readonly profile: string
  readonly codec: DataCodec
  readonly odometer: number
  readonly elements: readonly Element[]
}[] = [
  {
    profile: 'fmb1xx',
    codec: CODEC_8,
    odometer: 16,
    elements: [
      ...elementsOf(1, 239, 240, 21, 200, 69, 113),
      ...elementsOf(2, 66, 67, 68, 181, 182),
      ...elementsOf(4, 16, 199),
    ],
  },
  {
    profile: 'fmx6',
    codec: CODEC_8E,
    odometer: 216,
    elements: [
      ...elementsOf(1, 239, 240, 21, 200, 71, 30),
      ...elementsOf(2, 66, 67, 181, 182, 35, 72, 73),
      ...elementsOf(4, 216, 36),
    ],
  },
  {
    profile: 'fmb1xx',
    codec: CODEC_8E,
    odometer: 16,
    elements: [
      ...elementsOf(1, 239, 240, 21, 200, 69, 1, 179),
      ...elementsOf(2, 66, 67, 181, 182, 25, 26),
      ...elementsOf(4, 16),
    ],
  },
  {
    profile: 'fmx6',
    codec: CODEC_8,
    odometer: 216,
    elements: [
      ...elementsOf(1, 239, 240, 21, 1, 2, 71),
      ...elementsOf(2, 66, 67, 181, 182, 34, 201),
      ...elementsOf(4, 216, 33),
    ],
  },
]
export const EVERYTHING_PROFILE = 'fmx6'
/** A fully equipped truck: the newest family with every word of `words`. */
export const everything: (typeof models)[number] = (() => {
  const profile = teltonika.profiles.find(p => p.code === EVERYTHING_PROFILE)
  if (profile === undefined) throw new RangeError('no family fmx6')
  const writer = profileWriter(profile, element => carries(CODEC_8E, element))
  const usual = models[1] as (typeof models)[number]
  const more = Object.entries(words).flatMap(
    ([word, value]) => writer.element(word as Word, value) ?? [],
  )
  return {
    ...usual,
    elements: [...usual.elements, ...more.filter(e => !usual.elements.some(u => u.id === e.id))],
  }
})()
export const modelOf = (index: number) => models[index % models.length] as (typeof models)[number]
