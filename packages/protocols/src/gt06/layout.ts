// Numbers of the GT06 wire format. Frame: 7878, u8 length, protocol, content, u16 serial, u16 CRC, 0D0A; or 7979 with a u16 length, which counts from the protocol to the CRC.

export const SHORT = 0x78
export const LONG = 0x79
export const MARKS = [
  [SHORT, SHORT],
  [LONG, LONG],
] as const
/** Protocol, serial and CRC: the shortest frame. */
export const SHORTEST = 5
/** Serial, CRC and 0D0A after the content. */
export const TAIL = 6
/** No device sends a longer frame. */
export const LONGEST = 4_096

export const u8 = (bytes: Uint8Array, o: number): number => bytes[o] as number
export const u16 = (bytes: Uint8Array, o: number): number => (u8(bytes, o) << 8) | u8(bytes, o + 1)
export const u32 = (bytes: Uint8Array, o: number): number =>
  u16(bytes, o) * 65_536 + u16(bytes, o + 2)

export const LOGIN = 0x01
export const HEARTBEAT = 0x13
export const HEARTBEAT_VOLTAGE = 0x23
export const REPLY_OLD = 0x15
export const REPLY = 0x21
export const COMMAND = 0x80
export const TIME = 0x8a
export const INFO = 0x94
/** Alarms with a cell instead of a place, then the state. */
export const CELL_ALARM = 0x19
export const CELL_ALARM_4G = 0xa5
/** Events of models with cameras. */
export const CAMERA_EVENT = 0x95
/** Data received on the serial port. */
export const SERIAL = 0x9b

/** Index of the block with time and place in the content of frames that have one. */
export const PLACE_AT: ReadonlyMap<number, number> = new Map([
  ...[
    0x10, 0x11, 0x12, 0x16, 0x17, 0x1a, 0x1e, 0x22, 0x24, 0x26, 0x27, 0x2a, 0x31, 0x32, 0x33, 0x36,
    0x37, 0x38, 0xa0, 0xa2, 0xa3, 0xa4,
  ].map(protocol => [protocol, 0] as const),
  [0x34, 4],
  [0x61, 8],
])
/** Some models use these numbers for frames without a place; a date at the beginning shows that there is one. */
export const PLACE_IF_DATED: ReadonlySet<number> = new Set([0x17, 0x1a, 0x2a])
/** Some models send the state of the device under this number, others a place. */
export const STATE_OR_PLACE = 0x36
/** This frame has a place although the block says that it has no bytes. */
export const PLACE_WITHOUT_LENGTH = 0x34
/** Frames in which cell, status and alarm follow the place. */
export const ALARMS: ReadonlySet<number> = new Set([0x16, 0x26, 0x27, 0xa4])

/** The alarm frames that end with the number of a fence. */
export const FENCES: ReadonlySet<number> = new Set([0x27, 0xa4])
/** A frame of values, each with a number of its own. */
export const MODULES = 0x70
/** In its long form the length of the place follows the date. */
export const PLACE_WITH_LENGTH = 0x32

/** Ids of the parameters, chosen here because the format has none. An id never changes its meaning. */
export const ids = {
  acc: 1,
  terminal: 2,
  /** 0 empty to 6 full. */
  battery_step: 3,
  /** %, for devices that send it instead of the step. */
  battery_percent: 4,
  gsm: 5,
  alarm: 6,
  language: 7,
  fence: 8,
  mcc: 9,
  mnc: 10,
  lac: 11,
  cell: 12,
  upload_mode: 13,
  reupload: 14,
  mileage: 15,
  /** 0.01 V */
  external_voltage: 16,
  battery_voltage: 17,
  door: 18,
  door_input: 19,
  rfid: 20,
  temperature: 21,
  humidity: 22,
  /** 0.001 */
  fuel_level: 23,
  fuel_temperature: 24,
  status_text: 25,
  imsi: 26,
  iccid: 27,
  device_type: 28,
  charging: 29,
  fuel_cut: 30,
  armed: 31,
  terminal_alarm: 32,
  /** Kind of an event of a camera. */
  event: 33,
  /** Value of a probe on the serial port, 0.1 °C. */
  serial_temperature: 34,
  /** Readings of a wireless tag: 0.1 °C, 0.1 %, %. */
  tag_temperature: 35,
  tag_humidity: 36,
  tag_battery: 37,
  /** 0.01 °C and 0.01 %. */
  fine_temperature: 38,
  fine_humidity: 39,
  /** The kind of harsh driving that the code of an alarm reports, by the numbers of `driving-style.ts`. */
  driving_style: 40,
  fence_side: 41,
} as const
/** Content without a meaning here, by its protocol number: the id is this plus that number. */
export const RAW_IDS = 256
/** The same for an information frame, by its kind. */
export const RAW_INFO_IDS = 512
