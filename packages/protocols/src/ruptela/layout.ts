// Numbers of the Ruptela frames: commands, ids chosen here, and the encoding of integers.

/** Commands that devices send. */
export const RECORDS = 1
export const TROUBLE_CODES = 9
export const IDENTIFICATION = 15
export const HEARTBEAT = 16
export const EXTENDED_RECORDS = 68
/** Commands whose payload is the text of an answer: about configuration, about the version, and to a text over the data connection. */
export const TEXTS: ReadonlySet<number> = new Set([2, 3, 7, 108])

/** Command that carries a text to the device. */
export const TEXT_COMMAND = 108
/** An answer has the number of the command plus 100; the answers to all commands with records share one number. */
export const ANSWER_OF_RECORDS = 100
export const ANSWER_OFFSET = 100

/** Number of bytes of the length, and of the checksum. */
export const LENGTH_BYTES = 2
export const CRC_BYTES = 2
/** IMEI and command. */
export const HEAD_BYTES = 9

/** Ids chosen here, above those of devices, for values without one. */
export const ids = {
  hdop: 65_000,
  trouble_code: 65_001,
  trouble_change: 65_002,
  /** Longitude and latitude of a trouble code, which has no fix of its own. */
  trouble_place: 65_003,
  /** The payload of a command without a meaning here. */
  raw_command: 65_100,
} as const

export const u8 = (bytes: Uint8Array, o: number): number => bytes[o] as number
export const u16 = (bytes: Uint8Array, o: number): number => (u8(bytes, o) << 8) | u8(bytes, o + 1)
export const i32 = (bytes: Uint8Array, o: number): number =>
  (u8(bytes, o) << 24) | (u8(bytes, o + 1) << 16) | (u8(bytes, o + 2) << 8) | u8(bytes, o + 3)
export const u32 = (bytes: Uint8Array, o: number): number => i32(bytes, o) >>> 0
