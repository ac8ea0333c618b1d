// Rows in the format of PostgreSQL's COPY, one per line: their number, their digest, and the rows in which two tables differ, whatever their order.
import { createHash, hash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

const NEWLINE = 10

/** Passes bytes on, and counts their lines and computes their digest. */
export class RowCounter extends Transform {
  rows = 0
  bytes = 0
  readonly #hash = createHash('sha256')
  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.rows++
    this.bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }
  /** Available once the stream has ended. */
  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** The lines of a stream of bytes; a line that is divided between chunks is joined. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const line = chunk.subarray(from, at)
      yield rest.length === 0 ? line : Buffer.concat([rest, line])
      rest = Buffer.alloc(0)
      from = at + 1
    }
    if (from < chunk.length) rest = Buffer.concat([rest, chunk.subarray(from)])
  }
  if (rest.length > 0) yield rest
}

/**
 * The sums of a table's row hashes, grouped by the first 16 bits of the hash. Equal tables have equal sums; otherwise only the rows of differing
 * groups need to be compared.
 */
export interface Buckets {
  readonly rows: number
  readonly counts: Uint32Array
  readonly sums: BigUint64Array
}
const BUCKETS = 65_536
const hashOf = (line: Uint8Array): Buffer => hash('sha256', line, 'buffer')

export async function bucketsOf(source: AsyncIterable<Buffer>): Promise<Buckets> {
  const counts = new Uint32Array(BUCKETS)
  const sums = new BigUint64Array(BUCKETS)
  let rows = 0
  for await (const line of linesOf(source)) {
    const h = hashOf(line)
    const bucket = h.readUInt16LE(0)
    counts[bucket] = (counts[bucket] ?? 0) + 1
    sums[bucket] = (sums[bucket] ?? 0n) + h.readBigUInt64LE(2)
    rows++
  }
  return { rows, counts, sums }
}

/** The buckets in which two tables differ. */
export function differingBuckets(a: Buckets, b: Buckets): ReadonlySet<number> {
  const buckets = new Set<number>()
  for (let i = 0; i < BUCKETS; i++)
    if (a.counts[i] !== b.counts[i] || a.sums[i] !== b.sums[i]) buckets.add(i)
  return buckets
}

/** Rows of one table that the other does not have, by their hashes; each is returned with its beginning, which identifies it. */
export async function rowsOnlyIn(
  first: AsyncIterable<Buffer>,
  second: AsyncIterable<Buffer>,
  buckets: ReadonlySet<number>,
): Promise<{ readonly here: readonly string[]; readonly there: readonly string[] }> {
  const rowsByHash = new Map<string, { count: number; readonly row: string }>()
  const pass = async (source: AsyncIterable<Buffer>, step: 1 | -1) => {
    for await (const line of linesOf(source)) {
      const h = hashOf(line)
      if (!buckets.has(h.readUInt16LE(0))) continue
      const key = h.toString('latin1')
      const entry = rowsByHash.get(key) ?? { count: 0, row: beginning(line) }
      entry.count += step
      if (entry.count === 0) rowsByHash.delete(key)
      else rowsByHash.set(key, entry)
    }
  }
  await pass(first, 1)
  await pass(second, -1)
  const rest = [...rowsByHash.values()]
  return {
    here: rest.filter(e => e.count > 0).map(e => e.row),
    there: rest.filter(e => e.count < 0).map(e => e.row),
  }
}
const beginning = (line: Buffer): string =>
  line.subarray(0, 60).toString('utf8').split('\t').slice(0, 2).join(' ')
