// A device protocol: pure functions between bytes and the types of core/telemetry, without sockets, clock and database.
import type { AlarmsByValue } from './device-alarms.ts'
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

/** What a connection remembers from frame to frame, for its protocol alone: a few kB at most. */
export type Memory = Readonly<Record<string, string | number | boolean | Uint8Array>>

/** What a decoder knows besides the bytes, so that it needs no clock and keeps nothing itself. */
export interface Reception {
  /** When the frame was received, epoch ms: the time of a record without one, and the century of a short date. */
  readonly at: number
  /** As the frame before it left it; empty at first, and always for a datagram. */
  readonly memory: Memory
}

/** That of a first frame. */
export const firstReception = (at: number): Reception => ({ at, memory: {} })

/** A record of a frame. Without a time its `at` is that of the reception, and it holds `RECEIPT_IO` (core/io.ts). */
export interface FrameMessage extends Message {
  /** `at` was read from a clock that may be set to local time, as if it were set as `Protocol.local_time` says. The device's own setting corrects it. */
  readonly local?: true
}

/** The content of one frame. */
export type DecodedFrame = FrameContent & {
  /** What the connection remembers from now on; left out: as before. */
  readonly memory?: Memory
  /** The connection ends after the answer (HTTP). */
  readonly close?: true
}

/**
 * `device_id` where the frame itself names its device: no sign-in is needed before it, the gateway looks the device up.
 * An answer goes to known devices only. An empty one is none.
 */
type FrameContent =
  /** Names the device; answered with `accept` or `refuse`. */
  | {
      readonly kind: 'login'
      readonly device_id: string
      readonly accept: Uint8Array
      readonly refuse: Uint8Array
      /** That the device told; it counts where the device was given one. */
      readonly password?: string
      /** The answer to a wrong password, where the protocol has one of its own. */
      readonly refuse_password?: Uint8Array
    }
  /** Nothing to store: a keep-alive, or what asks for an answer alone. `answer` is sent at once. */
  | {
      readonly kind: 'ping'
      readonly device_id?: string
      readonly answer?: Uint8Array
    }
  /** Records, and what the same frame answers to a command; `ack` is sent after the commit of both, `refuse` where nobody knows the device that the frame names. `wanted_ack` goes in place of `ack` to a device whose profile `wants_ack`. */
  | {
      readonly kind: 'messages'
      readonly messages: readonly FrameMessage[]
      readonly replies?: readonly CommandReply[]
      readonly ack: Uint8Array
      readonly wanted_ack?: Uint8Array
      readonly device_id?: string
      readonly refuse?: Uint8Array
    }
  /** Answer to a command, or text that the device sends on its own; `ack` is sent after the commit, where the protocol asks for one. */
  | {
      readonly kind: 'reply'
      readonly replies: readonly CommandReply[]
      readonly device_id?: string
      readonly ack?: Uint8Array
    }
  /** A frame with wrong contents (CRC, counts, codec): `ack` is the refusal of the protocol. The third in a row closes the connection. `stranger`: it goes to whoever sent it, as for a sign-in with a wrong checksum. */
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly ack: Uint8Array
      readonly device_id?: string
      readonly stranger?: true
    }
  /** Bytes between frames, up to the next mark of the protocol. The third in a row closes the connection. */
  | { readonly kind: 'garbage' }

/** A message of MQTT. */
export interface MqttMessage {
  readonly topic: string
  readonly payload: Uint8Array
}
/** What a decoder of messages knows besides them. */
export interface MqttReception {
  /** When the message came, epoch ms. */
  readonly at: number
  /** The profile of the device; undefined: it is not known any more. */
  readonly profile: Profile | undefined
}

/** What a command is put into a frame with. */
export interface Destination {
  readonly device_id: string
  /** In the way that names the device, where the protocol has one. */
  readonly addressed: boolean
  /** Now, epoch ms. */
  readonly at: number
  /** Counts the commands of the connection, from 1. */
  readonly serial: number
  readonly memory: Memory
}

/** Whether first bytes are those of a protocol; `more`: they may be, and the next ones tell. */
export type Beginning = 'yes' | 'no' | 'more'

/** The port that all protocols share: the first bytes say which one is spoken. */
export const TRACKER_PORT = { variable: 'FLOTTA_TRACKER_PORT', default: 5_000 } as const

export interface Protocol {
  readonly name: string
  /** Setting of its port, `FLOTTA_<NAME>_PORT`, and the default. `FLOTTA_<NAME>_TLS_PORT` is the same over TLS. */
  readonly port: { readonly variable: string; readonly default: number }
  readonly tcp?: {
    /** Length of the first whole frame, or of the bytes before the next mark, in `bytes` from `start`; 0 while more is needed. Throws a fatal FrameError on what cannot be framed or exceeds `maxFrame`. */
    frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number
    decode(frame: Uint8Array, reception: Reception): DecodedFrame
    /** Bytes of a command text for the device, or null when the protocol cannot carry it. Without it the protocol carries no commands, and a device may have many connections at once. */
    encode?(text: string, to: Destination): Uint8Array | null
    /** Several devices may share a connection: each frame names its own. */
    readonly shared?: true
    /** Largest first frame, of a sender that nobody knows yet; default 1,024 bytes. Only for frames that name their device. */
    readonly first_frame?: number
    /** Whether a connection that begins so is of this protocol, for the port that all protocols share. Certain only where no other protocol begins so; without it the protocol has its own port alone. */
    begins?(bytes: Uint8Array): Beginning
  }
  readonly udp?: {
    /** One datagram; throws FrameError on what is not of this protocol. Whatever its kind, it names its device. */
    decode(datagram: Uint8Array, reception: Reception): DecodedFrame
    /** Whether a datagram is of this protocol, for the port that all protocols share. */
    begins?(datagram: Uint8Array): boolean
  }
  /** Messages by way of a broker, whose topics name the device. */
  readonly mqtt?: {
    /** That its devices publish to, with the wildcards of MQTT. */
    readonly topics: readonly string[]
    /** The device of a topic; null: it is of none. */
    deviceOf(topic: string): string | null
    /** Throws FrameError on what is not of this protocol. */
    decode(message: MqttMessage, reception: MqttReception): DecodedFrame
    /** The message of a command text, or null when the device cannot get it. */
    encode?(text: string, device_id: string, profile: Profile | undefined): MqttMessage | null
  }
  /** Minutes that the clocks of its devices are ahead of UTC as they come from the factory, where they may be set to local time; a device may be set otherwise. */
  readonly local_time?: number
  readonly profiles: readonly Profile[]
  /** How a device is pointed at the server, one text (SMS) or step a line; {host}, {port} and {apn} stand for those of the operator. */
  readonly set_up?: readonly string[]
}

/** One raw parameter of a device family. */
export interface Parameter {
  /** The device's own number; in a text protocol its own name for the value (core/io.ts, `putText`). */
  readonly id: number | string
  readonly word: Word
  /** Only elements of this wire width (1, 2, 4 or 8 bytes); without it any. Two entries may share an id when their widths differ. */
  readonly width?: number
  readonly signed?: boolean
  /** raw × scale = value in the word's unit; default 1. */
  readonly scale?: number
  /** Text: ASCII bytes, or hexadecimal of the bytes (iButton, RFID; `reversed` where the wire order is reversed). */
  readonly text?: 'ascii' | 'hex' | 'hex_reversed'
  /** Text that only the protocol can read from a byte string, such as a list of beacons; undefined: it says nothing. */
  textOf?(bytes: Uint8Array): string | undefined
  /** A number that also comes as a byte string of 1 to 8 bytes, big-endian; an empty or longer one says nothing. */
  readonly bytes?: true
  /** One bit of the number (0 the lowest), as 0 or 1; entries of other bits may share the id. For numbered parameters. */
  readonly bit?: number
  /** Raw values, sign applied, that mean "no value" (sensor not ready, error codes). */
  readonly missing?: readonly number[]
  /** For the word `device_alarm`: the kind of alarm that holds at each raw value. At every other value all kinds of this table have ended. */
  readonly alarms?: AlarmsByValue
  /** For the word `device_alarm`: the kind of alarm that holds while a bit of the raw value is set; 0 is the lowest bit. */
  readonly alarm_bits?: AlarmsByValue
}

/** Which values of a JSON message are its time and place, by their path (`position.lat`); the first that is there counts. All others are parameters by their path. */
export interface JsonMapping {
  /** Seconds or milliseconds since 1970, or a date of ISO 8601. */
  readonly time: readonly string[]
  /** Degrees. */
  readonly latitude: readonly string[]
  readonly longitude: readonly string[]
  /** Metres. */
  readonly altitude?: readonly string[]
  readonly speed?: readonly string[]
  /** The unit of the speed; default: km/h. */
  readonly speed_unit?: 'km/h' | 'm/s' | 'kn'
  /** Degrees from north. */
  readonly direction?: readonly string[]
  readonly satellites?: readonly string[]
  /** A message counts only where each of these has this value: `{ _type: 'location' }`. */
  readonly only?: Readonly<Record<string, string>>
  /** The answer to a command. */
  readonly answer?: readonly string[]
  /** A message in which each of these has this value is itself the answer to a command: `{ t: 'r' }`. */
  readonly answer_only?: Readonly<Record<string, string>>
}

/** Device family as data: names, signs, units and scales of its raw ids, and the texts of our commands. Ids are not global. */
export interface Profile {
  /** `fmb1xx`, `fmx6` … as used by `device create --profile`. */
  readonly code: string
  readonly name: string
  readonly protocol: string
  /** Stands for every model of its protocol that has no profile of its own: chosen where none is named. One for each protocol. */
  readonly generic?: true
  /** What a whole name of its devices looks like; default: an IMEI (`isImei`). Printable ASCII, 64 at most. */
  readonly identifier?: RegExp
  /** The one form of a name that is kept and that frames give, where people write it in several ways. */
  canonical?(identifier: string): string
  /** Its devices can sign in with a password. */
  readonly sign_in_password?: true
  /** Seconds between reports while moving that the family sends by default. */
  readonly reporting_interval: number
  readonly parameters: readonly Parameter[]
  /** For messages in JSON: which of their values are time and place. */
  readonly json?: JsonMapping
  /** Text of each command, or undefined when the family cannot do it: `custom` {text}, `switch` {output, on}, `position` (where it is, now), `interval` {seconds} (between reports while it moves), `getinfo`, `getver`. */
  commandText?(command: Command): string | undefined
  /** Whether an answer can only be one to something else than this text. */
  answersOther?(text: string, answer: string): boolean
  /** Whether an answer says in words of the family's own that the device did not do it. */
  answersNo?(answer: string): boolean
  /** Commands name the device that they are meant for, which refuses those of another. */
  readonly addressed_commands?: true
  /** Its devices are set to wait for an answer that their protocol leaves open (`wanted_ack`). */
  readonly wants_ack?: true
  /** Texts (SMS) that point a new device at the server before it can connect: {host}, {port} and {apn} stand for those of the operator, {login} and {password} for those that the device asks of a text. */
  readonly sms?: readonly string[]
  readonly device_parameters?: DeviceParameters
}

/** The settings that a device keeps under numbers of its own: commands read and write them. */
export interface DeviceParameters {
  /** Text of the command that asks for values. */
  read(ids: readonly string[]): string
  /** Text of the command that sets values. */
  write(values: readonly { readonly id: string; readonly value: string }[]): string
  /** What the answer to a text says, by id; of parameters that the text does not name nothing is believed. */
  valuesOf(text: string, answer: string): Readonly<Record<string, string>>
}
