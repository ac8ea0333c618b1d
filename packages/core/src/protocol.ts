// A device protocol: pure functions between bytes and the types of core/telemetry, without sockets, clock and database.
import type { Command, CommandReply, Message, Word } from './telemetry.ts'

/** Whether a text is an IMEI: 15 digits. The check digit is not verified, since it is wrong in some trackers in use. */
export const isImei = (text: string): boolean => /^\d{15}$/.test(text)

/** The bytes cannot be framed or decoded. After a `fatal` error the next frame cannot be found, so the connection is closed. */
export class FrameError extends Error {
  readonly fatal: boolean
  constructor(message: string, fatal: boolean) {
    super(message)
    this.fatal = fatal
  }
}

/** The content of one frame. */
export type DecodedFrame =
  /** Names the device; answered with `accept` or `refuse`. */
  | {
      readonly kind: 'login'
      readonly device_id: string
      readonly accept: Uint8Array
      readonly refuse: Uint8Array
    }
  /** Keep-alive: nothing is stored or answered. */
  | { readonly kind: 'ping' }
  /** Records; `ack` is sent after their commit. `device_id` where the frame itself names the device (UDP). */
  | {
      readonly kind: 'messages'
      readonly messages: readonly Message[]
      readonly ack: Uint8Array
      readonly device_id?: string
    }
  /** Answer to a command, or text that the device sends on its own; never acknowledged. */
  | { readonly kind: 'reply'; readonly replies: readonly CommandReply[] }
  /** A frame with wrong contents (CRC, counts, codec): `ack` is the refusal of the protocol. `device_id` as above: only known devices get an answer. */
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly ack: Uint8Array
      readonly device_id?: string
    }

export interface Protocol {
  readonly name: string
  /** Setting of its port, `FLOTTA_<NAME>_PORT`, and the default. `FLOTTA_<NAME>_TLS_PORT` is the same over TLS. */
  readonly port: { readonly variable: string; readonly default: number }
  readonly tcp?: {
    /** Length of the first whole frame in `bytes` from `start`; 0 while more is needed. Throws a fatal FrameError on what cannot be framed or exceeds `maxFrame`. */
    frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number
    decode(frame: Uint8Array): DecodedFrame
    /** Bytes of a command text for the device, or null when the protocol cannot carry it. `addressed`: in the way that names the device, where the protocol has one. */
    encode(text: string, device_id: string, addressed?: boolean): Uint8Array | null
  }
  readonly udp?: {
    /** One datagram; throws FrameError on what is not of this protocol. */
    decode(datagram: Uint8Array): DecodedFrame
  }
  readonly profiles: readonly Profile[]
}

/** One raw parameter of a device family. */
export interface Parameter {
  readonly id: number
  readonly word: Word
  /** Only elements of this wire width (1, 2, 4 or 8 bytes); without it any. Two entries may share an id when their widths differ. */
  readonly width?: number
  readonly signed?: boolean
  /** raw × scale = value in the word's unit; default 1. */
  readonly scale?: number
  /** Text: ASCII bytes, or hexadecimal of the bytes (iButton, RFID; `reversed` where the wire order is reversed). */
  readonly text?: 'ascii' | 'hex' | 'hex_reversed'
  /** A number that also comes as a byte string of 1 to 8 bytes, big-endian; an empty or longer one says nothing. */
  readonly bytes?: true
  /** Raw values, sign applied, that mean "no value" (sensor not ready, error codes). */
  readonly missing?: readonly number[]
}

/** Device family as data: names, signs, units and scales of its raw ids, and the texts of our commands. Ids are not global. */
export interface Profile {
  /** `fmb1xx`, `fmx6` … as used by `device create --profile`. */
  readonly code: string
  readonly name: string
  readonly protocol: string
  /** What a whole name of its devices looks like; default: an IMEI (`isImei`). Printable ASCII, 64 at most. */
  readonly identifier?: RegExp
  /** Seconds between reports while moving that the family sends by default. */
  readonly reporting_interval: number
  readonly parameters: readonly Parameter[]
  /** Text of each command, or undefined when the family cannot do it. */
  commandText?(command: Command): string | undefined
  /** Whether an answer can only be one to something else than this text. */
  answersOther?(text: string, answer: string): boolean
  /** Commands name the device that they are meant for, which refuses those of another. */
  readonly addressed_commands?: true
}
