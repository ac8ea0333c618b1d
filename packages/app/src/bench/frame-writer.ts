// Writes records of a tracker of the benches into one frame, which is made once and sent again and again.
import type { Fix } from '@flotta/core/telemetry.ts'
import { crc16 } from '@flotta/protocols/teltonika/crc.ts'
import {
  type AvlRecord,
  avlFrame,
  CODEC_8,
  CODEC_8E,
  type DataCodec,
  type Element,
} from '@flotta/protocols/teltonika/device.ts'
import type { MovingVehicle } from './moving-vehicle.ts'
import { everything, type models } from './tracker-models.ts'

const HEAD = 8
/** Codec and count before the first record; count and checksum after the last one. */
const FIRST = HEAD + 2
const BEHIND = 5
/** Ids of the changing values: the fuel level, and the air that returns to the unit. */
const FUEL = 87
const RETURNS = [10047, 10056]

/** Writes records into one frame, which is made once and sent again and again. */
export class FrameWriter {
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

/** Offsets of the changing values within a record; undefined when the model does not send them. */
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

/** Offset of the value of each parameter within a record, bytes. */
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
