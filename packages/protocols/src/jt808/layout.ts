// Numbers of the JT/T 808 frames: messages, ids chosen here, and the encoding of integers and digits.

export const messages = {
  answer: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  time_request: 0x0109,
  position: 0x0200,
  position_answer: 0x0201,
  text: 0x0300,
  text_of_vendor: 0x6006,
  driver: 0x0702,
  transparent: 0x0900,
  waybill: 0x0701,
  batch: 0x0704,
  vendor_position: 0x5501,
  vendor_stored_position: 0x5502,
  server_answer: 0x8001,
  resend_parts: 0x8003,
  register_answer: 0x8100,
  time_answer: 0x8109,
  text_to_device: 0x8300,
  vendor_answer: 0x4401,
} as const

/** Attributes of a message. */
export const BODY_LENGTH = 0x3ff
export const IN_PARTS = 1 << 13
export const IS_2019 = 1 << 14
/** In messages of the vendor's own form: the device wants an answer. */
export const WANTS_ANSWER = 1 << 15

/** Results of the general answer. */
export const result = { taken: 0, failed: 1, wrong: 2, unsupported: 3 } as const

/** Ids chosen here, above those of the items of a position, which keep their number of one byte. */
export const ids = {
  alarm: 300,
  status: 301,
  acc: 302,
  fuel_cut: 303,
  circuit_cut: 304,
  doors_locked: 305,
  /** Values of the vendor's own form. */
  vendor_signal: 310,
  vendor_odometer: 311,
  vendor_battery: 312,
  vendor_charging: 313,
  vendor_rest: 314,
  /** Readings that share an item with others. */
  battery_mv: 320,
  battery_percent: 321,
  driver_card: 322,
  /** Each tyre has one id of both kinds, counted from 1. */
  tyre_pressure: 330,
  tyre_temperature: 360,
  /** Items within item EB, by their number of two bytes. */
  sub_item: 1_000,
  /** Bodies without a meaning here, by the number of their message. */
  raw_text: 60_000,
} as const
/** The item that contains items of its own. */
export const ITEM_OF_ITEMS = 0xeb
export const LARGEST_SUB_ITEM = 0x7fff

export const u8 = (bytes: Uint8Array, o: number): number => bytes[o] as number
export const u16 = (bytes: Uint8Array, o: number): number => (u8(bytes, o) << 8) | u8(bytes, o + 1)
export const u32 = (bytes: Uint8Array, o: number): number =>
  u16(bytes, o) * 65_536 + u16(bytes, o + 2)
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** A byte of two decimal digits; NaN: it has other digits. */
function twoDigits(byte: number): number {
  const [tens, ones] = [byte >> 4, byte & 15]
  return tens > 9 || ones > 9 ? Number.NaN : 10 * tens + ones
}
/** Six bytes of decimal digits as a date of this century, in the given order; null: they are no date. */
export function dateOf(bytes: Uint8Array, o: number, order: 'yymmdd' | 'ddmmyy'): number | null {
  const [yearAt, dayAt] = order === 'yymmdd' ? [o, o + 2] : [o + 2, o]
  const year = twoDigits(u8(bytes, yearAt))
  const month = twoDigits(u8(bytes, o + 1))
  const day = twoDigits(u8(bytes, dayAt))
  const hour = twoDigits(u8(bytes, o + 3))
  const minute = twoDigits(u8(bytes, o + 4))
  const second = twoDigits(u8(bytes, o + 5))
  if (Number.isNaN(year + month + day + hour + minute + second)) return null
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  const at = Date.UTC(2000 + year, month - 1, day, hour, minute, second)
  return new Date(at).getUTCDate() === day ? at : null
}
