// The order in which rows were stored: each transaction notes the keys of its rows in a few bytes, so that the feed can deliver them in the order of commit,
// however late their records are.
import type { Statement } from '@flotta/platform/transaction.ts'

/** The key of a position or, with a kind, of a reading. */
export interface RowKey {
  readonly vehicle_id: number
  readonly at: number
  readonly seq: number
  readonly kind?: string
}
export const arrivalFeeds = { positions: 1, readings: 2 } as const

/** The statement that notes the keys, in the transaction that stores the rows. */
export const noteArrivals = (
  feed: keyof typeof arrivalFeeds,
  keys: readonly RowKey[],
): Statement[] =>
  keys.length === 0
    ? []
    : [
        {
          name: 'arrivals insert',
          text: 'insert into arrivals (feed, keys) values ($1, $2)',
          values: [arrivalFeeds[feed], packKeys(keys)],
        },
      ]

/** The most bytes of a number: seven bits each, up to 2^53. */
const MOST_BYTES = 8
/** The most numbers that the head or one key needs. */
const NUMBERS = 5

/**
 * Packs keys: the names of the kinds, then the keys of each run of one vehicle and kind. A time is the difference to the one before it. Numbers have seven
 * bits a byte, the lowest first.
 */
export function packKeys(keys: readonly RowKey[]): Buffer {
  const kinds = [...new Set(keys.flatMap(({ kind }) => kind ?? []))]
  const names = Buffer.from(JSON.stringify(kinds))
  const bytes = Buffer.allocUnsafe(names.length + (keys.length + 1) * NUMBERS * MOST_BYTES)
  let end = writeNumber(bytes, 0, names.length)
  end += names.copy(bytes, end)
  let at = 0
  for (let from = 0; from < keys.length; ) {
    const first = keys[from] as RowKey
    let to = from + 1
    while (to < keys.length && isSameRun(first, keys[to] as RowKey)) to++
    end = writeNumber(bytes, end, first.vehicle_id)
    end = writeNumber(bytes, end, first.kind === undefined ? 0 : kinds.indexOf(first.kind))
    end = writeNumber(bytes, end, to - from)
    for (; from < to; from++) {
      const key = keys[from] as RowKey
      const step = key.at - at
      // the sign is the lowest bit
      end = writeNumber(bytes, end, step < 0 ? -step * 2 - 1 : step * 2)
      end = writeNumber(bytes, end, key.seq)
      at = key.at
    }
  }
  return Buffer.from(bytes.subarray(0, end))
}
const isSameRun = (a: RowKey, b: RowKey): boolean =>
  a.vehicle_id === b.vehicle_id && a.kind === b.kind

export function unpackKeys(bytes: Uint8Array): RowKey[] {
  const reader = new NumberReader(bytes)
  const kinds = JSON.parse(reader.text(reader.next())) as readonly string[]
  const keys: RowKey[] = []
  let at = 0
  while (!reader.atEnd) {
    const vehicle_id = reader.next()
    const kind = kinds[reader.next()]
    for (let count = reader.next(); count > 0; count--) {
      const step = reader.next()
      at += step % 2 === 0 ? step / 2 : -(step + 1) / 2
      const seq = reader.next()
      keys.push(kind === undefined ? { vehicle_id, at, seq } : { vehicle_id, at, seq, kind })
    }
  }
  return keys
}

function writeNumber(bytes: Buffer, start: number, value: number): number {
  let [end, rest] = [start, value]
  while (rest >= 128) {
    bytes[end++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  bytes[end++] = rest
  return end
}
class NumberReader {
  readonly #bytes: Uint8Array
  #place = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }
  get atEnd(): boolean {
    return this.#place >= this.#bytes.length
  }
  next(): number {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.#place++] ?? 0
      value += (byte % 128) * unit
      if (byte < 128) return value
    }
  }
  text(length: number): string {
    const text = new TextDecoder().decode(this.#bytes.subarray(this.#place, this.#place + length))
    this.#place += length
    return text
  }
}
