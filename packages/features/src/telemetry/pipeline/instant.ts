// Records of one vehicle and one instant: which of them are equal, and in which order they are.
// Pure.
import type { Fix, Message } from '@flotta/core/telemetry.ts'

/**
 * The content of a record. Two records of one vehicle and instant with equal content are one
 * record.
 */
export interface RecordContent {
  readonly fix: Fix | null
  readonly io: Uint8Array
}
export interface SentRecord extends RecordContent {
  /** How many records of its instant came before it in its packet. */
  readonly place: number
}
export interface StoredRecord extends RecordContent {
  readonly seq: number
}

/**
 * Records of one place within their instant are told apart by their rank: `seq` is place × 256 +
 * rank, 0 for nearly all.
 */
const RANKS = 256
/** Further records of a packet share the last place, in the order of their content. */
const LAST_PLACE = 127
/** The largest value of the column. */
const LAST_SEQ = RANKS * (LAST_PLACE + 1) - 1
const placeOf = (seq: number): number => Math.floor(seq / RANKS)
/** The `seq` of a record that is alone at its place. */
export const seqAt = (place: number): number => place * RANKS

/**
 * The records of a packet in the order of time. A packet whose first record is newer than its last
 * is reversed.
 */
export const inOrderOfTime = <M extends Pick<Message, 'at'>>(
  messages: readonly M[],
): readonly M[] =>
  (messages[0]?.at ?? 0) > (messages.at(-1)?.at ?? 0) ? messages.toReversed() : messages

/** The place of each message within its instant. */
export function placesInInstant(messages: readonly Pick<Message, 'at'>[]): number[] {
  let newest = Number.NEGATIVE_INFINITY
  let counts: Map<number, number> | undefined
  return messages.map(({ at }, i) => {
    if (at > newest && counts === undefined) {
      newest = at
      return 0
    }
    counts ??= new Map(messages.slice(0, i).map(m => [m.at, 1]))
    const before = counts.get(at) ?? 0
    counts.set(at, before + 1)
    return Math.min(before, LAST_PLACE)
  })
}

/** Less than 0: `a` comes before `b`; 0: they are equal. */
export function compareContent(a: RecordContent, b: RecordContent): number {
  return compareFix(a.fix, b.fix) || compareBytes(a.io, b.io)
}
function compareFix(a: Fix | null, b: Fix | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return (
    a.latitude_e7 - b.latitude_e7 ||
    a.longitude_e7 - b.longitude_e7 ||
    a.altitude - b.altitude ||
    a.direction - b.direction ||
    a.speed - b.speed ||
    a.satellites - b.satellites
  )
}
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The records of an instant, stored and new ones together. */
export interface ArrangedInstant<A extends SentRecord> {
  readonly fresh: readonly (A & StoredRecord)[]
  /** Records that are stored already. */
  readonly stored: readonly (A & StoredRecord)[]
  /** Stored records that get a new `seq`. */
  readonly renumbered: readonly { readonly from: number; readonly record: StoredRecord }[]
  /** Records for which the instant has no free `seq`. */
  readonly refused: readonly A[]
}

/**
 * Orders by place and then by content, so that the order does not depend on when packets arrive. A
 * record that came at several places has the last of them.
 * @param raw false: the stored records have lost their raw parameters; a new record with the fix of
 * a stored one is equal to it, and others follow
 */
export function arrangeInstant<A extends SentRecord>(
  storedRecords: readonly StoredRecord[],
  came: readonly A[],
  raw: boolean,
): ArrangedInstant<A> {
  if (!raw) return appendToInstant(storedRecords, came)
  const all = mergeByContent(storedRecords, came).sort(
    (a, b) => a.place - b.place || compareContent(a.record, b.record),
  )
  const repeats: (A & StoredRecord)[] = []
  const fresh: (A & StoredRecord)[] = []
  const renumberedRecords: { from: number; record: StoredRecord }[] = []
  let next = 0
  for (const { place, kept: before, came: record } of all) {
    const seq = Math.max(next, seqAt(place))
    next = seq + 1
    if (record && before) repeats.push({ ...record, seq })
    else if (record) fresh.push({ ...record, seq })
    if (before && before.seq !== seq)
      renumberedRecords.push({ from: before.seq, record: { ...before, seq } })
  }
  return next > LAST_SEQ + 1
    ? { ...arrangeInstant(storedRecords, repeats, raw), refused: fresh }
    : { fresh, stored: repeats, renumbered: renumberedRecords, refused: [] }
}

function appendToInstant<A extends SentRecord>(
  storedRecords: readonly StoredRecord[],
  came: readonly A[],
): ArrangedInstant<A> {
  const sameFix = (record: A) => storedRecords.find(k => compareFix(k.fix, record.fix) === 0)
  const repeats = came.flatMap(record => {
    const equal = sameFix(record)
    return equal ? [{ ...record, seq: equal.seq }] : []
  })
  const others = arrangeInstant(
    [],
    came.filter(record => sameFix(record) === undefined),
    true,
  ).fresh
  const after = storedRecords.reduce((last, k) => Math.max(last, k.seq), -1) + 1
  const fresh = others.map((record, i) =>
    storedRecords.length === 0 ? record : { ...record, seq: after + i },
  )
  return {
    fresh: fresh.filter(r => r.seq <= LAST_SEQ),
    stored: repeats,
    renumbered: [],
    refused: fresh.filter(r => r.seq > LAST_SEQ),
  }
}

interface MergedRecord<A> {
  readonly record: RecordContent
  readonly place: number
  readonly kept: StoredRecord | undefined
  readonly came: A | undefined
}
/** Merges records with equal content; the merged record has the last of their places. */
function mergeByContent<A extends SentRecord>(
  storedRecords: readonly StoredRecord[],
  came: readonly A[],
): MergedRecord<A>[] {
  const all: MergedRecord<A>[] = [
    ...storedRecords.map(k => ({ record: k, place: placeOf(k.seq), kept: k, came: undefined })),
    ...came.map(c => ({ record: c, place: c.place, kept: undefined, came: c })),
  ].sort((a, b) => compareContent(a.record, b.record))
  const once: MergedRecord<A>[] = []
  for (const entry of all) {
    const last = once.at(-1)
    if (last === undefined || compareContent(last.record, entry.record) !== 0) once.push(entry)
    else
      once[once.length - 1] = {
        record: last.record,
        place: Math.max(last.place, entry.place),
        kept: last.kept ?? entry.kept,
        came: last.came ?? entry.came,
      }
  }
  return once
}
