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

/** What the protocol remembers about a connection from one frame to the next: at most a few kB. */
export type Memory = Readonly<Record<string, string | number | boolean | Uint8Array>>

/** What a decoder needs besides the bytes; it has no clock and stores nothing. */
export interface Reception {
  /** When the frame was received, epoch ms. It is the time of a record without one, and gives a short date its century. */
  readonly at: number
  /** The memory that the previous frame returned; empty for the first frame and for every datagram. */
  readonly memory: Memory
}

/** The reception of the first frame of a connection. */
export const firstReception = (at: number): Reception => ({ at, memory: {} })

/** A record of a frame. A record without a time has the time of its reception as `at`, and contains `RECEIPT_IO` (core/io.ts). */
export interface FrameMessage extends Message {
  /**
   * `at` was read from a clock that may show local time, taken as if the clock were set to `Protocol.local_time`. The setting of the individual
   * device corrects it.
   */
  readonly local?: true
}

/** The content of one frame. */
export type DecodedFrame = FrameContent & {
  /** What the connection remembers from now on; absent: the memory is unchanged. */
  readonly memory?: Memory
  /** The connection ends after the answer (HTTP). */
  readonly close?: true
}

/**
 * `device_id` is present when the frame itself names its device: no sign-in is needed before it, and the gateway looks the device up.
 * An answer is sent to known devices only. An empty `device_id` names no device.
 */
type FrameContent =
  /** Names the device; answered with `accept` or `refuse`. */
  | {
      readonly kind: 'login'
      readonly device_id: string
      readonly accept: Uint8Array
      readonly refuse: Uint8Array
      /** The password that the device sent; it is compared when the device was given one. */
      readonly password?: string
      /** The answer to a wrong password, when the protocol defines one. */
      readonly refuse_password?: Uint8Array
    }
  /** Nothing to store: a keep-alive, or a request for an answer. `answer` is sent at once. */
  | {
      readonly kind: 'ping'
      readonly device_id?: string
      readonly answer?: Uint8Array
    }
  /**
   * Records, and replies to commands in the same frame. `ack` is sent after both are committed; `refuse` is sent when the device that the frame names
   * is unknown. `wanted_ack` replaces `ack` for a device whose profile has `wants_ack`.
   */
  | {
      readonly kind: 'messages'
      readonly messages: readonly FrameMessage[]
      readonly replies?: readonly CommandReply[]
      readonly ack: Uint8Array
      readonly wanted_ack?: Uint8Array
      readonly device_id?: string
      readonly refuse?: Uint8Array
    }
  /** The answer to a command, or text that the device sends on its own. `ack` is sent after the commit, when the protocol asks for one. */
  | {
      readonly kind: 'reply'
      readonly replies: readonly CommandReply[]
      readonly device_id?: string
      readonly ack?: Uint8Array
    }
  /**
   * A frame with wrong contents (CRC, counts, codec): `ack` is the refusal of the protocol. The third in a row closes the connection. `stranger`: the
   * refusal is also sent to unknown devices, for example after a sign-in with a wrong checksum.
   */
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly ack: Uint8Array
      readonly device_id?: string
      readonly stranger?: true
    }
  /** Bytes between frames, up to the next mark of the protocol. The third in a row closes the connection. */
  | { readonly kind: 'garbage' }

/** An MQTT message. */
export interface MqttMessage {
  readonly topic: string
  readonly payload: Uint8Array
}
/** What a decoder of MQTT messages needs besides the message. */
export interface MqttReception {
  /** When the message was received, epoch ms. */
  readonly at: number
  /** The profile of the device; undefined: the profile no longer exists. */
  readonly profile: Profile | undefined
}

/** What an encoder needs to put a command into a frame. */
export interface Destination {
  readonly device_id: string
  /** Whether the frame must name the device, where the protocol can do that. */
  readonly addressed: boolean
  /** The current time, epoch ms. */
  readonly at: number
  /** Number of the command on this connection, from 1. */
  readonly serial: number
  readonly memory: Memory
}

/** Whether the first bytes belong to a protocol; `more`: they may, and the next bytes decide. */
export type Beginning = 'yes' | 'no' | 'more'

/** The port that all protocols share: the first bytes decide which protocol is used. */
export const TRACKER_PORT = { variable: 'FLOTTA_TRACKER_PORT', default: 5_000 } as const

export interface Protocol {
  readonly name: string
  /** The setting of its port, `FLOTTA_<NAME>_PORT`, and the default. `FLOTTA_<NAME>_TLS_PORT` sets the port over TLS. */
  readonly port: { readonly variable: string; readonly default: number }
  readonly tcp?: {
    /**
     * Length of the first whole frame in `bytes` from `start`, or of the bytes before the next start mark of the protocol; 0 while more bytes are
     * needed. Throws a fatal FrameError when the bytes cannot be framed or exceed `maxFrame`.
     */
    frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number
    decode(frame: Uint8Array, reception: Reception): DecodedFrame
    /**
     * Bytes of a command text for the device, or null when the protocol cannot carry it. A protocol without `encode` carries no commands, and its
     * devices may have many connections at once.
     */
    encode?(text: string, to: Destination): Uint8Array | null
    /** Several devices may share a connection: each frame names its own. */
    readonly shared?: true
    /** Largest first frame of a sender that is not identified yet; default 1,024 bytes. Only for frames that name their device. */
    readonly first_frame?: number
    /**
     * Whether a connection that begins with these bytes belongs to the protocol, for the port that all protocols share. It answers `yes` only when no
     * other protocol begins like this; without `begins` the protocol is served on its own port alone.
     */
    begins?(bytes: Uint8Array): Beginning
  }
  readonly udp?: {
    /** Decodes one datagram; throws FrameError when it is not of this protocol. Every datagram names its device, whatever its kind. */
    decode(datagram: Uint8Array, reception: Reception): DecodedFrame
    /** Whether a datagram is of this protocol, for the port that all protocols share. */
    begins?(datagram: Uint8Array): boolean
  }
  /** Messages through an MQTT broker, whose topics name the device. */
  readonly mqtt?: {
    /** The topics that its devices publish to, with the wildcards of MQTT. */
    readonly topics: readonly string[]
    /** The device of a topic; null: the topic belongs to no device. */
    deviceOf(topic: string): string | null
    /** Throws FrameError when the message is not of this protocol. */
    decode(message: MqttMessage, reception: MqttReception): DecodedFrame
    /** The MQTT message for a command text, or null when the device cannot receive it. */
    encode?(text: string, device_id: string, profile: Profile | undefined): MqttMessage | null
  }
  /**
   * Minutes by which the factory setting of its devices' clocks is ahead of UTC, when they may show local time. The setting of an individual device
   * corrects it.
   */
  readonly local_time?: number
  readonly profiles: readonly Profile[]
  /** How a device is configured for this server, one text (SMS) or step per line; {host}, {port} and {apn} stand for the operator's values. */
  readonly set_up?: readonly string[]
}

/** One raw parameter of a device family. */
export interface Parameter {
  /** The device's own number, or in a text protocol its own name for the value (core/io.ts, `putText`). */
  readonly id: number | string
  readonly word: Word
  /** Only elements of this width on the wire (1, 2, 4 or 8 bytes); absent: any width. Two entries may share an id when their widths differ. */
  readonly width?: number
  readonly signed?: boolean
  /** raw × scale = value in the word's unit; default 1. */
  readonly scale?: number
  /** The value is a text: ASCII bytes, or the hexadecimal digits of the bytes (iButton, RFID; `hex_reversed` when the wire order is reversed). */
  readonly text?: 'ascii' | 'hex' | 'hex_reversed'
  /** Reads a text that only the protocol can decode from a byte string, such as a list of beacons; undefined: the bytes contain none. */
  textOf?(bytes: Uint8Array): string | undefined
  /** A number that may also be sent as a byte string of 1 to 8 bytes, big-endian; an empty or longer one has no value. */
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

/**
 * The paths (`position.lat`) of time and place in a JSON message; the first path that is present is used. All other values become parameters named by
 * their path.
 */
export interface JsonMapping {
  /** Paths of the time: seconds or milliseconds since 1970, or a date in ISO 8601. */
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
  /** Only messages in which each of these paths has this value are used: `{ _type: 'location' }`. */
  readonly only?: Readonly<Record<string, string>>
  /** Paths of the answer to a command. */
  readonly answer?: readonly string[]
  /** A message in which each of these has this value is itself the answer to a command: `{ t: 'r' }`. */
  readonly answer_only?: Readonly<Record<string, string>>
}

/** A device family as data: names, signs, units and scales of its raw ids, and the texts of the product's commands. Raw ids differ between families. */
export interface Profile {
  /** `fmb1xx`, `fmx6` … as used by `device create --profile`. */
  readonly code: string
  readonly name: string
  readonly protocol: string
  /** The profile for every model of its protocol that has no profile of its own; it is used when no profile is named. Each protocol has one. */
  readonly generic?: true
  /** Pattern of a complete device name; default: an IMEI (`isImei`). Printable ASCII, at most 64 characters. */
  readonly identifier?: RegExp
  /** Converts a device name that people write in several ways to the one form that is stored and that frames contain. */
  canonical?(identifier: string): string
  /** Its devices can sign in with a password. */
  readonly sign_in_password?: true
  /** Default interval of reports while the vehicle moves, seconds. */
  readonly reporting_interval: number
  readonly parameters: readonly Parameter[]
  /** For messages in JSON: which of their values are time and place. */
  readonly json?: JsonMapping
  /**
   * The text of each command, or undefined when the family does not have it: `custom` {text}, `switch` {output, on}, `position` (reports the position
   * now), `interval` {seconds} (between reports while the vehicle moves), `getinfo`, `getver`.
   */
  commandText?(command: Command): string | undefined
  /** Whether an answer certainly belongs to another command than this text. */
  answersOther?(text: string, answer: string): boolean
  /** Whether an answer says, in the family's own words, that the device did not execute the command. */
  answersNo?(answer: string): boolean
  /** Commands name the device that they are meant for, and a device refuses the commands of another. */
  readonly addressed_commands?: true
  /** Its devices are configured to wait for an acknowledgement that is optional in their protocol (`wanted_ack`). */
  readonly wants_ack?: true
  /**
   * Texts (SMS) that configure a new device for this server before it can connect. {host}, {port} and {apn} stand for the operator's values, {login}
   * and {password} for the credentials that the device expects in an SMS.
   */
  readonly sms?: readonly string[]
  readonly device_parameters?: DeviceParameters
}

/** The settings that a device stores under numbers of its own; commands read and write them. */
export interface DeviceParameters {
  /** Text of the command that reads the values. */
  read(ids: readonly string[]): string
  /** Text of the command that sets the values. */
  write(values: readonly { readonly id: string; readonly value: string }[]): string
  /** The values in the answer to a text, by id. Parameters that the text does not name are ignored. */
  valuesOf(text: string, answer: string): Readonly<Record<string, string>>
}
