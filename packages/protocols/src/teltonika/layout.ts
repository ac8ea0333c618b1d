// Numbers of the Teltonika format that both ends share.

export const PING = 0xff
export const IMEI_LENGTH = 15
/** u16 length and the IMEI's digits. */
export const LOGIN_LENGTH = 2 + IMEI_LENGTH
/** Four zero bytes and the u32 length before the payload of a data or command frame. */
export const HEAD = 8
/** HEAD and the u32 checksum: the bytes of a frame besides its payload. */
export const AROUND = 12
/** Codec, count, count: a payload cannot be shorter. */
export const SHORTEST_PAYLOAD = 3
/** Timestamp, priority and GPS element of one record. */
export const RECORD_HEAD = 24

export const CODEC_8 = 0x08
export const CODEC_16 = 0x10
export const CODEC_8E = 0x8e
export const CODEC_12 = 0x0c
export const CODEC_13 = 0x0d
export const CODEC_14 = 0x0e
export const CODEC_15 = 0x0f

export const COMMAND = 0x05
export const ANSWER = 0x06
/** Codec 14: the command named another IMEI. */
export const NACK = 0x11

/** One byte; 0 beyond the end, which callers exclude by checking the length. */
export const u8 = (b: Uint8Array, o: number): number => b[o] ?? 0
export const u16 = (b: Uint8Array, o: number): number => (u8(b, o) << 8) | u8(b, o + 1)
export const i32 = (b: Uint8Array, o: number): number =>
  (u8(b, o) << 24) | (u8(b, o + 1) << 16) | (u8(b, o + 2) << 8) | u8(b, o + 3)
export const u32 = (b: Uint8Array, o: number): number => i32(b, o) >>> 0
