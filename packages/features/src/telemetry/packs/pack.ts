// A packed day: its compressed columns, with checksums that show whether a bit has changed.
import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { atOnce, type Steps } from '@flotta/platform/work-slicer.ts'
import {
  decodeColumns,
  decodeFixes,
  encodeColumns,
  encodeRaw,
  type FixColumn,
  isSameDay,
  PACK_VERSION,
  type PositionColumns,
} from './codec.ts'

/** The bytes of a row of `position_packs`. */
export interface PackedBytes {
  readonly version: number
  readonly data: Buffer
  readonly checksum: Buffer
  /** null: there are no raw parameters, or they have been deleted. */
  readonly raw: Buffer | null
  readonly raw_checksum: Buffer | null
}

/** Length of the checksum: the first bytes of SHA-256, which PostgreSQL can compute too. */
const CHECKSUM_BYTES = 8
export const checksumOf = (bytes: Buffer | string): Buffer =>
  createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM_BYTES)

const compress = (bytes: Buffer): Buffer => deflateRawSync(bytes, { memLevel: 9 })

/** Packs a day. Throws where the pack, unpacked again, differs from the day. */
export function* packDay(day: PositionColumns): Steps<PackedBytes> {
  const data = compress(yield* encodeColumns(day))
  yield
  const rawBytes = yield* encodeRaw(day)
  yield
  const raw = rawBytes === null ? null : compress(rawBytes)
  const packedDay = {
    version: PACK_VERSION,
    data,
    checksum: checksumOf(data),
    raw,
    raw_checksum: raw === null ? null : checksumOf(raw),
  }
  yield
  if (!(yield* isSameDay(yield* unpackSteps(packedDay), day)))
    throw new Error('a packed day is not equal to its positions')
  return packedDay
}

/**
 * The columns of a pack are about one and a half times as long as their compressed bytes. A buffer of twice the length takes them at once: by default they
 * come in pieces of 16 kB that are joined, and a month of history has thirty packs.
 */
const decompress = (bytes: Buffer): Buffer =>
  inflateRawSync(bytes, { chunkSize: Math.max(LEAST_CHUNK, bytes.length * 2) })
const LEAST_CHUNK = 1_024

/** The bytes of a pack do not match its checksum. */
export class DamagedPack extends Error {}

export const unpackDay = (bytes: PackedBytes): PositionColumns => atOnce(unpackSteps(bytes))
function* unpackSteps({
  version,
  data,
  checksum,
  raw,
  raw_checksum,
}: PackedBytes): Steps<PositionColumns> {
  prove(data, checksum)
  if (raw !== null && raw_checksum?.equals(checksumOf(raw)) !== true)
    throw new DamagedPack('its raw parameters have changed')
  return yield* decodeColumns(version, decompress(data), raw === null ? null : decompress(raw))
}

/** The parts of a pack that contain its fixes. */
export type PackedFixes = Pick<PackedBytes, 'version' | 'data' | 'checksum'>
/**
 * Unpacks only the requested columns, in a fraction of the time.
 * @param columnsFor gives the columns that a number of fixes is read into; default: new ones
 */
export function unpackFixes(
  { version, data, checksum }: PackedFixes,
  asked: readonly FixColumn[],
  columnsFor?: (count: number) => PositionColumns,
): PositionColumns {
  prove(data, checksum)
  return decodeFixes(version, decompress(data), asked, columnsFor)
}
function prove(data: Buffer, checksum: Buffer): void {
  if (!checksumOf(data).equals(checksum)) throw new DamagedPack('its positions have changed')
}
