// Whether pages of the register are as they were written, and which row is the first that is not. Pure: told rows and seals, it names the fault.
import { DAY } from '@flotta/core/time.ts'
import {
  type Day,
  digestOfDay,
  hashOfRow,
  markOf,
  type Row,
  type RowMark,
  readMarks,
} from './chain.ts'

/** Rows of a day may be forgotten after a year, never before. */
const RETENTION_MS = 365 * DAY

export interface StoredRow extends Row {
  readonly hash: Buffer
}
export interface SealedDay extends Day {
  readonly digest: Buffer
  readonly forgotten_at: number | null
  /** Its signature is that of a key of this installation. */
  readonly signed: boolean
}
/** The page that is not yet closed. */
export interface OpenPage {
  readonly day: string
  readonly previous: Buffer
  readonly rows: number
  readonly hash: Buffer
}
/**
 * altered: a row does not say what was signed · removed, inserted, moved: rows are missing, too many, in another order ·
 * signature: a day is not signed by this installation · day_removed: a day is missing before this one · unsealed: rows of a day that was never closed ·
 * forgotten: its rows went before their time
 */
export type FaultKind =
  | 'altered'
  | 'removed'
  | 'inserted'
  | 'moved'
  | 'signature'
  | 'day_removed'
  | 'unsealed'
  | 'forgotten'
export interface Fault {
  readonly kind: FaultKind
  readonly day: string
  /** Place on the page, from 1; null: the whole day. */
  readonly n: number | null
  /** Epoch ms of the row's moment. */
  readonly at: number | null
}

/** Where two lists of rows first differ: what was signed, and what is there. */
export function firstDifference(
  signedMarks: readonly RowMark[],
  currentMarks: readonly RowMark[],
): {
  readonly kind: 'altered' | 'removed' | 'inserted' | 'moved'
  readonly i: number
  readonly at: number
} | null {
  const i = Array.from({ length: Math.max(signedMarks.length, currentMarks.length) }).findIndex(
    (_, k) =>
      signedMarks[k]?.at !== currentMarks[k]?.at || signedMarks[k]?.hash !== currentMarks[k]?.hash,
  )
  if (i < 0) return null
  const [was, is] = [signedMarks[i], currentMarks[i]]
  const times = (marks: readonly RowMark[], at: number) => marks.filter(m => m.at === at).length
  if (was !== undefined && is !== undefined && was.at === is.at)
    return { kind: 'altered', i, at: was.at }
  if (was !== undefined && times(currentMarks, was.at) < times(signedMarks, was.at))
    return { kind: 'removed', i, at: was.at }
  if (is !== undefined && times(currentMarks, is.at) > times(signedMarks, is.at))
    return { kind: 'inserted', i, at: is.at }
  return { kind: 'moved', i, at: is?.at ?? was?.at ?? 0 }
}

/** A closed page. `expected`: what the page before it ends with; null: nobody knows, it is the first that is looked at. */
export function auditDay(
  day: SealedDay,
  rows: readonly StoredRow[],
  previousDigest: Buffer | null,
): Fault | null {
  const faultOf = (kind: FaultKind, n: number | null = null, at: number | null = null): Fault => ({
    kind,
    day: day.day,
    n,
    at,
  })
  if (!day.signed || !digestOfDay(day).equals(day.digest)) return faultOf('signature')
  if (previousDigest !== null && !previousDigest.equals(day.previous)) return faultOf('day_removed')
  if (day.forgotten_at !== null)
    return day.forgotten_at - Date.parse(day.day) >= RETENTION_MS ? null : faultOf('forgotten')
  const hashes = hashesOfRows(day.previous, rows)
  const difference = firstDifference(
    readMarks(day.marks),
    rows.map((row, i) => markOf(row.at, hashes[i] as Buffer)),
  )
  if (difference !== null) return faultOf(difference.kind, difference.i + 1, difference.at)
  // marks are the beginnings of hashes; the day ends with a whole one
  if (!(hashes.at(-1) ?? day.previous).equals(day.hash))
    return faultOf('altered', rows.length, rows.at(-1)?.at ?? null)
  const foreign = rows.find((row, i) => !row.hash.equals(hashes[i] as Buffer))
  return foreign === undefined ? null : faultOf('altered', foreign.n, foreign.at)
}

/** The open page, of which nothing is signed yet: that its chain holds and ends where the book says. */
export function auditOpen(
  open: OpenPage,
  rows: readonly StoredRow[],
  previousDigest: Buffer | null,
): Fault | null {
  const faultOf = (kind: FaultKind, n: number | null = null, at: number | null = null): Fault => ({
    kind,
    day: open.day,
    n,
    at,
  })
  if (previousDigest !== null && !previousDigest.equals(open.previous))
    return faultOf('day_removed')
  let hash = open.previous
  for (const [i, row] of rows.entries()) {
    if (i >= open.rows) return faultOf('inserted', row.n, row.at)
    if (row.n !== i + 1) return faultOf('removed', i + 1)
    hash = hashOfRow(hash, row)
    if (!hash.equals(row.hash)) return faultOf('altered', row.n, row.at)
  }
  if (rows.length < open.rows) return faultOf('removed', rows.length + 1)
  return hash.equals(open.hash) ? null : faultOf('altered', rows.length, rows.at(-1)?.at ?? null)
}

/** What their contents hash to as they are now, one after the other. */
function hashesOfRows(previous: Buffer, rows: readonly StoredRow[]): Buffer[] {
  let hash = previous
  return rows.map(row => {
    hash = hashOfRow(hash, row)
    return hash
  })
}
