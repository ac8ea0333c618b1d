// The protocol of a simulated tracker: Teltonika's own, or another one into which its records are converted.
import type { Fix } from '@flotta/core/telemetry.ts'
import type { DeviceRecord, DeviceSide, Saying } from '@flotta/protocols/device-side.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import {
  type AvlRecord,
  avlFrame,
  type DataCodec,
  loginFrame,
  readServer,
} from '@flotta/protocols/teltonika/device.ts'

/** A message of the server and its number of bytes. `imei` when a command names one. */
export type ServerSaying =
  | { readonly kind: 'login'; readonly accepted: boolean; readonly length: number }
  | { readonly kind: 'ack'; readonly count: number; readonly length: number }
  | {
      readonly kind: 'command'
      readonly text: string
      readonly imei?: string
      readonly length: number
    }

export interface Language {
  /** null: the protocol has no sign-in. */
  signIn(): Uint8Array | null
  packet(records: readonly AvlRecord[]): Uint8Array
  /** The first message of the server in `bytes` from `start`; null while more is needed. */
  read(bytes: Buffer, start: number, waitsFor: 'login' | 'ack' | 'nothing'): ServerSaying | null
  /** A message that keeps a silent connection open; null: none. */
  readonly keepAlive: Uint8Array | null
}

export const teltonikaLanguage = (imei: string, codec: DataCodec): Language => ({
  signIn: () => loginFrame(imei),
  packet: records => avlFrame(codec, records),
  read: (bytes, start, waitsFor) => readServer(bytes, start, bytes.length, waitsFor),
  keepAlive: Uint8Array.of(0xff),
})

/** Ids of Teltonika's elements whose values other protocols have too. */
const IGNITION = [239]
const POWER = [66]
const ODOMETER = [16, 216]
/** Every protocol takes the place 0,0 for no fix. */
const NO_FIX: Fix = {
  latitude_e7: 0,
  longitude_e7: 0,
  altitude: 0,
  direction: 0,
  speed: 0,
  satellites: 0,
}

function recordOf({ at, fix, elements }: AvlRecord): DeviceRecord {
  const numberOf = (ids: readonly number[]): number => {
    const element = elements.find(e => ids.includes(e.id))
    return element === undefined || 'bytes' in element ? 0 : Number(element.value)
  }
  return {
    at: Math.floor(at / 1_000) * 1_000,
    fix: fix ?? NO_FIX,
    ignition: numberOf(IGNITION) === 1,
    power: numberOf(POWER) / 1_000,
    odometer: numberOf(ODOMETER),
  }
}

/** The language of a tracker by its protocol and IMEI; undefined: Teltonika's, which needs the codec as well. */
export function languageOf(protocol: string, imei: string): Language | undefined {
  const side = deviceSides.get(protocol)
  return side && otherLanguage(side, side.nameOf?.(imei) ?? imei)
}

/** Each record is a frame of its own; a packet is acknowledged once all of them are. Commands are not supported. */
export function otherLanguage(side: DeviceSide, name: string): Language {
  let serial = 0
  let expected: readonly Saying[] = []
  return {
    signIn() {
      const saying = side.signIn?.(name, ++serial)
      expected = saying === undefined ? [] : [saying]
      return saying?.bytes ?? null
    },
    packet(records) {
      expected = records.map(record => side.record(name, recordOf(record), ++serial))
      return Buffer.concat(expected.map(saying => saying.bytes))
    },
    read(bytes, start, waitsFor) {
      if (waitsFor === 'nothing') return null
      const received = bytes.toString('latin1', start)
      let length = 0
      for (const { answer } of expected) {
        const match = answer.exec(received.slice(length))
        if (match === null) return null
        length += match.index + match[0].length
      }
      if (waitsFor === 'login') return { kind: 'login', accepted: true, length }
      return { kind: 'ack', count: expected.length, length }
    },
    keepAlive: null,
  }
}
