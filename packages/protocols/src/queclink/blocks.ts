// The blocks of a report with a place: eleven fields that are recognised at any position, since each report has other fields before them.
import type { IoWriter } from '@flotta/core/io.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { decimalOf, fixOfPlace, hexadecimalOf, timeOfDigits } from '../text-fields.ts'

/** Accuracy, speed, direction, altitude, longitude, latitude, time, country, network, area, cell. */
export const BLOCK_FIELDS = 11
const ACCURACY = /^\d{0,3}(?:\.\d{1,2})?$/
const COORDINATE = /^-?\d{1,3}\.\d{1,10}$/
const COUNTRY = /^\d{3,4}$/
const NETWORK = /^\d{2,4}$/

/** A place in a report. */
export interface Block {
  /** Index of the block's first field. */
  readonly start: number
  readonly fields: readonly string[]
}

/** All blocks between two indexes, in their order. */
export function blocksOf(fields: readonly string[], from: number, to: number): readonly Block[] {
  const blocks: Block[] = []
  let i = from
  while (i + 7 <= to) {
    const block = fields.slice(i, Math.min(to, i + BLOCK_FIELDS))
    if (!isPlace(block) && !isCellAlone(block)) {
      i++
      continue
    }
    blocks.push({ start: i, fields: block })
    i += BLOCK_FIELDS
  }
  return blocks
}

const isPlace = (block: readonly string[]): boolean =>
  ACCURACY.test(block[0] ?? 'x') &&
  COORDINATE.test(block[4] ?? '') &&
  COORDINATE.test(block[5] ?? '') &&
  /^\d{14}$/.test(block[6] ?? '')

/** The block has no place, but the cell of the network. */
const isCellAlone = (block: readonly string[]): boolean =>
  ACCURACY.test(block[0] ?? 'x') &&
  block.slice(1, 6).every(field => field === '') &&
  /^(\d{14})?$/.test(block[6] ?? 'x') &&
  COUNTRY.test(block[7] ?? '') &&
  NETWORK.test(block[8] ?? '') &&
  hexadecimalOf(block[9]) !== null &&
  hexadecimalOf(block[10]) !== null

/** The time of the fix; null: the block has no time. */
export const timeOfBlock = ({ fields }: Block): number | null => timeOfDigits(fields[6])

/** Accuracy 0 marks the last known place, which is not a fix. */
export function fixOfBlock({ fields }: Block, satellites: number | null): Fix | null {
  const [accuracy, speed, direction, altitude, longitude, latitude] = fields.map(decimalOf)
  if (!accuracy || latitude == null || longitude == null) return null
  return fixOfPlace({ latitude, longitude, altitude, speed, direction, satellites })
}

/** Stores the accuracy of a fix, and the cell. */
export function putBlock(io: IoWriter, { fields }: Block): void {
  const accuracy = fields[0] ?? ''
  if (Number(accuracy) > 0) io.putText('accuracy', accuracy)
  const [lac, cell] = [hexadecimalOf(fields[9]), hexadecimalOf(fields[10])]
  if (lac === null || cell === null) return
  io.putText('operator', `${fields[7] ?? ''}${fields[8] ?? ''}`)
  io.putText('lac', String(lac))
  io.putText('cell', String(cell))
}
