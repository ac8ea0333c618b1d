// Traffic of one simulated tracker, made cheaply: its packet is built once by the device's own encoder, then only what changes is written again.
import { profileWriter } from '@flotta/core/profile-writer.ts'
import type { Fix, Word } from '@flotta/core/telemetry.ts'
import { crc16 } from '@flotta/protocols/teltonika/crc.ts'
import {
  type AvlRecord,
  avlFrame,
  CODEC_8,
  CODEC_8E,
  carries,
  type DataCodec,
  type Element,
} from '@flotta/protocols/teltonika/device.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'

export interface Traffic {
  /** The next packet; its bytes are overwritten by the call after. */
  next(): Uint8Array
  /** epoch ms of the newest record made */
  readonly at: number
  /** 1e-7 degrees of the newest record made */
  readonly latitude_e7: number
  readonly longitude_e7: number
}

const HEAD = 8
/** Codec and count before the first record, count and checksum behind the last. */
const FIRST = HEAD + 2
const BEHIND = 5
const METRES_E7 = 1e7 / 111_320

/** What a lorry with everything says beside position, power and temperatures. */
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
/** Inputs, outputs and tags of that lorry mean something. */
export const wiring = {
  door_1: 'in1',
  door_2: 'in2',
  armed: 'in3',
  start_enabled: 'out1',
  beacon: 'rfid',
} as const
/** What changes of them: the fuel's level, the air that comes back to the unit. */
const FUEL = 87
const RETURNS = [10047, 10056]

type Width = 1 | 2 | 4
const elementsOf = (width: Width, ...ids: readonly number[]): Element[] =>
  ids.map(id => ({ id, width, value: 0 }))
/** Models of tracker: what they send with each record, 13 to 15 parameters. `odometer` is the id of theirs. */
const models: readonly {
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
/** A lorry with everything: the newest family with every word of `words`. */
const everything: (typeof models)[number] = (() => {
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
/** 15 digits; the check digit is not computed, nobody asks it. */
export const imeiOf = (index: number): string => `86${String(index).padStart(13, '0')}`

/** Mulberry32: the same index always drives the same way. */
function random(seed: number): () => number {
  let a = (seed * 2_654_435_761) >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A vehicle that drives through northern Italy for half an hour or so, rests some minutes with its engine off, and drives on.
 * @param from epoch ms of its first record
 * @param step ms between two records
 * @param records in each packet
 * @param all it sends every value for which the product has a kind
 */
export function traffic(
  index: number,
  from: number,
  step: number,
  records: number,
  all = false,
): Traffic {
  const chance = random(index + 1)
  const writer = new FrameWriter(all ? everything : modelOf(index), from, records, chance)
  const vehicle = new MovingVehicle(from, step, chance)
  return {
    next() {
      for (let i = 0; i < records; i++) {
        vehicle.drive()
        writer.write(i, vehicle)
      }
      return writer.frame()
    },
    get at() {
      return vehicle.at
    },
    get latitude_e7() {
      return vehicle.latitude_e7
    },
    get longitude_e7() {
      return vehicle.longitude_e7
    },
  }
}

class MovingVehicle {
  readonly step: number
  at: number
  latitude_e7: number
  longitude_e7: number
  heading: number
  speed = 0
  /** The odometer. */
  metres: number
  moving: boolean
  /** Milliseconds since it stopped. */
  rested = 0
  #cruise: number
  /** Milliseconds until it stops or drives on. */
  #left: number
  readonly #chance: () => number

  constructor(from: number, step: number, chance: () => number) {
    this.step = step
    this.#chance = chance
    this.at = from - step
    this.latitude_e7 = 443_000_000 + Math.floor(chance() * 16_000_000)
    this.longitude_e7 = 80_000_000 + Math.floor(chance() * 38_000_000)
    this.heading = chance() * 360
    this.#cruise = 40 + chance() * 45
    this.metres = Math.floor(chance() * 400_000_000)
    this.moving = chance() < 0.8
    this.#left = (this.moving ? 1_800_000 : 420_000) * chance()
  }

  /** Goes on by one step. */
  drive(): void {
    this.at += this.step
    this.#left -= this.step
    if (this.#left <= 0) this.#stopOrGoOn()
    if (!this.moving) {
      this.rested += this.step
      this.speed = 0
      return
    }
    const chance = this.#chance
    const most = this.#cruise > 90 ? 115 : 88
    const wanted = this.speed + (this.#cruise - this.speed) * 0.4 + (chance() - 0.5) * 10
    this.speed = Math.max(6, Math.min(wanted, most))
    this.heading = (this.heading + (chance() - 0.5) * 24 + 360) % 360
    if (this.#isOutside()) this.#turnBack()
    const way = (this.speed / 3_600) * this.step
    const radians = (this.heading * Math.PI) / 180
    this.metres += Math.round(way)
    this.latitude_e7 += Math.round(way * METRES_E7 * Math.cos(radians))
    this.longitude_e7 += Math.round(way * METRES_E7 * 1.42 * Math.sin(radians))
  }

  #stopOrGoOn(): void {
    const chance = this.#chance
    this.moving = !this.moving
    this.#left = (this.moving ? 1_500_000 : 360_000) * (0.7 + chance() * 0.9)
    this.rested = 0
    // One drive in twenty is too fast for a truck.
    this.#cruise = chance() < 0.05 ? 105 : 40 + chance() * 45
  }

  #isOutside(): boolean {
    return (
      this.latitude_e7 < 441_000_000 ||
      this.latitude_e7 > 462_000_000 ||
      this.longitude_e7 < 75_000_000 ||
      this.longitude_e7 > 122_000_000
    )
  }

  #turnBack(): void {
    this.heading =
      ((Math.atan2(100_000_000 - this.longitude_e7, 451_000_000 - this.latitude_e7) * 180) /
        Math.PI +
        360) %
      360
  }
}

/** Writes records into one frame, which is made once and sent again and again. */
class FrameWriter {
  readonly #frame: Uint8Array
  readonly #view: DataView
  readonly #recordSize: number
  readonly #chance: () => number
  readonly #places: ReturnType<typeof placesOf>

  constructor(
    { codec, elements, odometer }: (typeof models)[number],
    from: number,
    records: number,
    chance: () => number,
  ) {
    const fix: Fix = {
      latitude_e7: 1,
      longitude_e7: 1,
      altitude: 0,
      direction: 0,
      speed: 0,
      satellites: 9,
    }
    const record: AvlRecord = { at: from, fix, elements }
    this.#frame = avlFrame(
      codec,
      Array.from({ length: records }, () => record),
    )
    this.#view = new DataView(this.#frame.buffer, this.#frame.byteOffset, this.#frame.byteLength)
    this.#recordSize = (this.#frame.length - FIRST - BEHIND) / records
    this.#chance = chance
    this.#places = placesOf(codec, elements, odometer, elements === everything.elements)
  }

  /** The frame with its checksum. */
  frame(): Uint8Array {
    const { length } = this.#frame
    this.#view.setUint32(length - 4, crc16(this.#frame, HEAD, length - 4))
    return this.#frame
  }

  write(index: number, vehicle: MovingVehicle): void {
    const [frame, view, chance, places] = [this.#frame, this.#view, this.#chance, this.#places]
    const { at, step, moving, speed, metres } = vehicle
    const o = FIRST + index * this.#recordSize
    view.setUint32(o, Math.floor(at / 4_294_967_296))
    view.setUint32(o + 4, at >>> 0)
    view.setInt32(o + 9, vehicle.longitude_e7)
    view.setInt32(o + 13, vehicle.latitude_e7)
    view.setInt16(o + 17, 80 + ((at / step) % 40))
    view.setUint16(o + 19, Math.floor(vehicle.heading))
    frame[o + 21] = 7 + Math.floor(chance() * 9)
    view.setUint16(o + 22, Math.round(speed))
    const engine = moving || vehicle.rested < 60_000
    if (places.ignition) frame[o + places.ignition.at] = engine ? 1 : 0
    if (places.movement) frame[o + places.movement.at] = moving ? 1 : 0
    if (places.power)
      view.setUint16(
        o + places.power.at,
        (engine ? 27_400 : 25_100) + Math.floor(chance() * 8) * 25,
      )
    if (places.pdop) view.setUint16(o + places.pdop.at, 9 + Math.floor(chance() * 8))
    if (places.hdop) view.setUint16(o + places.hdop.at, 5 + Math.floor(chance() * 6))
    if (places.odometer) view.setUint32(o + places.odometer.at, metres)
    if (places.rpm) view.setUint16(o + places.rpm.at, engine ? 600 + Math.floor(speed * 11) : 0)
    if (places.fuel) frame[o + places.fuel.at] = 90 - Math.floor((metres / 10_000) % 80)
    for (const place of places.returns) view.setInt16(o + place.at, -185 + Math.floor(chance() * 5))
    for (const place of places.temperatures)
      view.setUint16(o + place.at, 40 + Math.floor(chance() * 4))
  }
}

/** Where the values that change are within a record; undefined where the model does not send them. */
function placesOf(
  codec: DataCodec,
  elements: readonly Element[],
  odometer: number,
  hasEverything: boolean,
) {
  const offsets = offsetsOf(codec, elements)
  const places = new Map(elements.map((element, i) => [element.id, { at: offsets[i] as number }]))
  return {
    ignition: places.get(239),
    movement: places.get(240),
    power: places.get(66),
    pdop: places.get(181),
    hdop: places.get(182),
    odometer: places.get(odometer),
    rpm: places.get(35),
    fuel: hasEverything ? places.get(FUEL) : undefined,
    returns: hasEverything ? RETURNS.flatMap(id => places.get(id) ?? []) : [],
    temperatures: [72, 73, 25, 26].flatMap(id => places.get(id) ?? []),
  }
}

/** Where the value of each parameter stands within a record, bytes. */
function offsetsOf(codec: DataCodec, elements: readonly Element[]): number[] {
  const idWidth = codec === CODEC_8 ? 1 : 2
  const countWidth = codec === CODEC_8E ? 2 : 1
  const offsets: number[] = []
  let o = 24 + idWidth + countWidth
  for (const width of [1, 2, 4, 8]) {
    o += countWidth
    elements.forEach((e, i) => {
      if ('bytes' in e || e.width !== width) return
      offsets[i] = o + idWidth
      o += idWidth + width
    })
  }
  return offsets
}
