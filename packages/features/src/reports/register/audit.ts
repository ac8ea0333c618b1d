// Checks whether pages of the register are as they were written, and finds the first row that is not. Pure: rows and seals are its arguments.
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

/** The rows of a day may be deleted after a year, never before. */
const RETENTION_MS = 365 * DAY

export interface StoredRow extends Row {
  readonly hash: Buffer
}
export interface SealedDay extends Day {
  readonly digest: Buffer
  readonly forgotten_at: number | null
  /** It was signed with a key of this installation. */
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
 * altered: a row differs from what was signed · removed, inserted, moved: rows are missing, additional, or in another order ·
 * signature: a day is not signed by this installation · day_removed: the day before this one is missing · unsealed: rows of a day that was never closed ·
 * forgotten: the rows were deleted too early
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
  /** The row's place on the page, from 1; null: the whole day. */
  readonly n: number | null
  /** Epoch ms of the row's moment. */
  readonly at: number | null
}

/** The first difference between the rows that were signed and the rows that exist. */
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

const faultsOf =
  (day: string) =>
  (kind: FaultKind, n: number | null = null, at: number | null = null): Fault => ({
    kind,
    day,
    n,
    at,
  })

/**
 * Checks a closed page.
 * @param previousDigest the digest of the page before; null: unknown, because this page is the first that is checked
 */
export function auditDay(
  day: SealedDay,
  rows: readonly StoredRow[],
  previousDigest: Buffer | null,
): Fault | null {
  const faultOf = faultsOf(day.day)
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
  // a mark has only the beginning of a hash, but the day ends with a whole one
  if (!(hashes.at(-1) ?? day.previous).equals(day.hash))
    return faultOf('altered', rows.length, rows.at(-1)?.at ?? null)
  const foreign = rows.find((row, i) => !row.hash.equals(hashes[i] as Buffer))
  return foreign === undefined ? null : faultOf('altered', foreign.n, foreign.at)
}

/** Checks the open page, of which nothing is signed yet: its chain must be intact and end where the book says. */
export function auditOpen(
  open: OpenPage,
  rows: readonly StoredRow[],
  previousDigest: Buffer | null,
): Fault | null {
  const faultOf = faultsOf(open.day)
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

/** The hashes that the rows have with their present contents, one after the other. */
function hashesOfRows(previous: Buffer, rows: readonly StoredRow[]): Buffer[] {
  let hash = previous
  return rows.map(row => {
    hash = hashOfRow(hash, row)
    return hash
  })
}
