// Meitrack's own numbers of the values in binary records, and the encoding of integers: lowest byte first.

export const ids = {
  event: 0x01,
  latitude: 0x02,
  longitude: 0x03,
  time: 0x04,
  fix: 0x05,
  satellites: 0x06,
  gsm: 0x07,
  speed: 0x08,
  direction: 0x09,
  hdop: 0x0a,
  altitude: 0x0b,
  odometer: 0x0c,
  runtime: 0x0d,
  cell: 0x0e,
  outputs: 0x14,
  inputs: 0x15,
  ad1: 0x16,
  battery: 0x19,
  external: 0x1a,
  temperature: 0x2a,
  alarm: 0x40,
  throttle: 0x97,
  rpm: 0x99,
  battery_level: 0xfe69,
  tag: 0xfe73,
  engine_minutes: 0xfef4,
} as const

/** Temperatures have the numbers from `ids.temperature` on. */
export const TEMPERATURES = 8
/** Names of temperatures in the profile. */
export const temperatureName = (index: number): string => `temperature${index + 1}`

export const u16 = (bytes: Uint8Array, o: number): number =>
  (bytes[o] as number) | ((bytes[o + 1] as number) << 8)
export const i16 = (bytes: Uint8Array, o: number): number => (u16(bytes, o) << 16) >> 16
export const u32 = (bytes: Uint8Array, o: number): number =>
  u16(bytes, o) + u16(bytes, o + 2) * 0x10000
export const i32 = (bytes: Uint8Array, o: number): number => u32(bytes, o) | 0

/** Seconds are counted from the year 2000. */
export const EPOCH = Date.UTC(2000, 0, 1)
