// Lists of Bluetooth beacons as byte strings: the beacon with the strongest signal. The form of 385 is by the vendor's wiki (Beacon List), the others
// are by captured frames.

const IBEACON_BYTES = 20
const EDDYSTONE_BYTES = 16
/** Bits of a beacon's flags in the simple list. */
const HAS_SIGNAL = 0x01
const HAS_BATTERY = 0x02
const HAS_TEMPERATURE = 0x04
const IS_IBEACON = 0x20
/** Fields of a beacon in the advanced list. */
const SIGNAL = 0x00
const ID = 0x01

interface Beacon {
  readonly id: string
  /** dBm; an unknown signal is weaker than all others. */
  readonly signal: number
}
const UNKNOWN_SIGNAL = -128
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const signedByte = (byte: number | undefined): number => ((byte ?? 0) << 24) >> 24

/** Id of the beacon with the strongest signal, '' for an empty list; undefined: the list is broken. */
function best(beacons: readonly Beacon[] | undefined): string | undefined {
  if (beacons === undefined) return undefined
  return beacons.reduce<Beacon>((best, beacon) => (beacon.signal > best.signal ? beacon : best), {
    id: beacons[0]?.id ?? '',
    signal: beacons[0]?.signal ?? UNKNOWN_SIGNAL,
  }).id
}

/**
 * A list that is too long for one element is sent in parts, which the first byte numbers (part, parts). Only the first part is read, so that parts do
 * not contradict each other.
 */
const isLaterPart = (first: number): boolean => first >>> 4 > 1

/** AVL id 385: UUID, major and minor of an iBeacon, namespace and instance of an Eddystone. */
export function beaconOfSimpleList(bytes: Uint8Array): string | undefined {
  if (isLaterPart(bytes[0] ?? 0)) return undefined
  const beacons: Beacon[] = []
  let o = 1
  while (o < bytes.length) {
    const flags = bytes[o++] ?? 0
    const idBytes = (flags & IS_IBEACON) === 0 ? EDDYSTONE_BYTES : IBEACON_BYTES
    const id = hex(bytes.subarray(o, o + idBytes))
    o += idBytes
    const signal = (flags & HAS_SIGNAL) === 0 ? UNKNOWN_SIGNAL : signedByte(bytes[o++])
    o += (flags & HAS_BATTERY) === 0 ? 0 : 2
    o += (flags & HAS_TEMPERATURE) === 0 ? 0 : 2
    if (o > bytes.length) return undefined
    beacons.push({ id, signal })
  }
  return best(beacons)
}

/** AVL ids 548, 10829 and 10831: each beacon is a length and fields of type, length and value. */
export function beaconOfAdvancedList(bytes: Uint8Array): string | undefined {
  if (isLaterPart(bytes[0] ?? 0)) return undefined
  const beacons: Beacon[] = []
  let o = 1
  while (o < bytes.length) {
    const end = o + 1 + (bytes[o] ?? 0)
    if (end > bytes.length) return undefined
    const beacon = readBeacon(bytes.subarray(o + 1, end))
    if (beacon === undefined) return undefined
    if (beacon.id !== '') beacons.push(beacon)
    o = end
  }
  return best(beacons)
}

function readBeacon(bytes: Uint8Array): Beacon | undefined {
  let id = ''
  let signal = UNKNOWN_SIGNAL
  let o = 0
  while (o < bytes.length) {
    const type = bytes[o]
    const length = bytes[o + 1] ?? 0
    const value = bytes.subarray(o + 2, o + 2 + length)
    if (o + 2 > bytes.length || value.length < length) return undefined
    if (type === ID) id = hex(value)
    if (type === SIGNAL && length === 1) signal = signedByte(value[0])
    o += 2 + length
  }
  return { id, signal }
}
