// The chain: the texts that are hashed for a row and for a day. Any change here makes every older row look altered, so each text names its version.
import { createHash } from 'node:crypto'
import { sensors } from '../../services/eyecold/rules.ts'
import type { Reason } from './contract.ts'
import type { Grid, Sample } from './rules.ts'

/** A row of the register. `day` is the page that it is on; the moment of a late row is before that day. */
export interface Row extends Sample {
  readonly vehicle_id: number
  readonly day: string
  /** The row's place on the page, from 1. */
  readonly n: number
  /** Epoch ms. */
  readonly written_at: number
  readonly reason: Reason | null
  /** The row that it replaces. */
  readonly corrects: { readonly day: string; readonly n: number } | null
}
/** A closed page. */
export interface Day {
  readonly vehicle_id: number
  readonly day: string
  readonly timezone: string
  readonly grid: Grid
  readonly previous: Buffer
  readonly rows: number
  /** The hash of the last row; `previous` where there is no row. */
  readonly hash: Buffer
  readonly marks: Buffer
  readonly sealed_at: number
  readonly key_id: string
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
/** -0 is written as 0, and null as an empty text. */
const numberText = (value: number | null): string => (value === null ? '' : String(value + 0))

/** The hash before the first page of a vehicle. */
export const CHAIN_START = Buffer.alloc(32)

/** Rows with extremes are of version 2, whose text continues after that of version 1. */
const versionOf = (row: Row): 1 | 2 => (row.extremes === null ? 1 : 2)
function textOfRow(r: Row): string {
  const temperatures = `${numberText(r.T1)}|${numberText(r.T2)}|${numberText(r.T3)}|${numberText(r.T4)}|${numberText(r.setpoint_t1)}|${numberText(r.setpoint_t2)}|${numberText(r.setpoint_t3)}`
  const place = r.corrects === null ? '' : `${r.corrects.day}/${r.corrects.n}`
  const text = `${r.vehicle_id}|${r.day}|${r.n}|${r.at}|${r.seconds}|${numberText(r.measured_at)}|${r.written_at}|${temperatures}|${r.out}|${r.reason ?? ''}|${place}`
  return r.extremes === null ? text : `${text}|${textOfExtremes(r.extremes)}`
}
function textOfExtremes(extremes: NonNullable<Row['extremes']>): string {
  return sensors
    .map(sensor => {
      const e = extremes[sensor]
      return e === undefined
        ? ''
        : `${e.last_at},${numberText(e.min)},${numberText(e.min_at)},${numberText(e.max)},${numberText(e.max_at)}`
    })
    .join('|')
}
export const hashOfRow = (previous: Buffer, row: Row): Buffer =>
  sha256(`flotta row ${versionOf(row)}|${previous.toString('hex')}|${textOfRow(row)}`)
/** The hash of a row's contents, wherever it is in the chain. */
export const contentOf = (row: Row): Buffer =>
  sha256(`flotta row ${versionOf(row)}|${textOfRow(row)}`)
export function digestOfDay(d: Day): Buffer {
  const grid = d.grid.map(([from, seconds]) => `${from}:${seconds}`).join(',')
  return sha256(
    `flotta day 1|${d.previous.toString('hex')}|${d.vehicle_id}|${d.day}|${d.timezone}|${grid}|${d.rows}|${d.hash.toString('hex')}|${d.marks.toString('hex')}|${d.sealed_at}|${d.key_id}`,
  )
}

/** A short mark of a row, as a day and a receipt contain it: its moment and the beginning of its hash. */
export interface RowMark {
  /** Epoch ms in whole seconds. */
  readonly at: number
  /** 8 hex digits. */
  readonly hash: string
}
const MARK_BYTES = 8
const MARK_HASH_BYTES = 4
export const markOf = (at: number, hash: Buffer): RowMark => ({
  at: Math.floor(at / 1000) * 1000,
  hash: hash.toString('hex', 0, MARK_HASH_BYTES),
})
export function marksOf(rows: readonly { readonly at: number; readonly hash: Buffer }[]): Buffer {
  const marks = Buffer.alloc(rows.length * MARK_BYTES)
  for (const [i, { at, hash }] of rows.entries()) {
    marks.writeUInt32BE(Math.floor(at / 1000), i * MARK_BYTES)
    hash.copy(marks, i * MARK_BYTES + MARK_HASH_BYTES, 0, MARK_HASH_BYTES)
  }
  return marks
}
export const readMarks = (marks: Buffer): RowMark[] =>
  Array.from({ length: Math.floor(marks.length / MARK_BYTES) }, (_, i) => ({
    at: marks.readUInt32BE(i * MARK_BYTES) * 1000,
    hash: marks.toString('hex', i * MARK_BYTES + MARK_HASH_BYTES, (i + 1) * MARK_BYTES),
  }))
