// Writes readings, and rewrites them when a replay derives other values.
import { type EmittedEffect, sameJson } from '@flotta/core/derivation.ts'
import { asColumn, type ColumnValue, lists, numbers } from '@flotta/platform/array-reader.ts'
import { columns, unnestColumns } from '@flotta/platform/columns.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'
import { type Statement, send } from '@flotta/platform/transaction.ts'
import { noteArrivals } from './arrivals.ts'

declare module '@flotta/core/derivation.ts' {
  interface Effects {
    /** A value that belongs into the history, with the time of its record. */
    reading: { readonly kind: string; readonly data: object }
  }
}

const INSERT = `insert into readings (message_datetime, vehicle_id, seq, kind, data) select ${unnestColumns(['timestamptz', 'int4', 'int2', 'text', 'json'])}`
/** The check for rows that exist makes an insert a third more expensive. */
const INSERT_MISSING = `${INSERT} on conflict do nothing`

interface ReadingRow {
  readonly vehicle_id: number
  readonly at: number
  readonly seq: number
  readonly kind: string
  /** JSON. */
  readonly data: string
}
const readingRows = (effects: readonly EmittedEffect<'reading'>[]): ReadingRow[] =>
  effects.map(({ vehicle_id, by, seq, effect: { kind, data } }) => ({
    vehicle_id,
    at: by,
    seq,
    kind,
    data: JSON.stringify(data),
  }))

function insertReadings(readings: readonly ReadingRow[], mayExist: boolean): Statement[] {
  if (readings.length === 0) return []
  const statement = {
    name: mayExist ? 'readings ensure' : 'readings insert',
    text: mayExist ? INSERT_MISSING : INSERT,
    values: [
      columns.timestamptz(readings.map(r => r.at)),
      columns.int4(readings.map(r => r.vehicle_id)),
      columns.int2(readings.map(r => r.seq)),
      columns.text(readings.map(r => r.kind)),
      columns.json(readings.map(r => r.data)),
    ],
  }
  return [statement, ...noteArrivals('readings', readings)]
}

const deleteReadings = (
  vehicle_id: number,
  removedRows: readonly Pick<ReadingRow, 'kind' | 'at' | 'seq'>[],
): Statement[] =>
  removedRows.length === 0
    ? []
    : [
        {
          name: 'readings delete',
          text: `delete from readings r using unnest($2::text[], $3::timestamptz[], $4::int2[]) as gone(kind, at, seq)
            where r.vehicle_id = $1 and r.kind = gone.kind and r.message_datetime = gone.at and r.seq = gone.seq`,
          values: [
            vehicle_id,
            columns.text(removedRows.map(g => g.kind)),
            columns.timestamptz(removedRows.map(g => g.at)),
            columns.int2(removedRows.map(g => g.seq)),
          ],
        },
      ]

const keyOf = (r: { readonly kind: string; readonly at: number; readonly seq: number }) =>
  `${r.kind} ${r.at} ${r.seq}`

/** Selected as columns, because a stretch has hundreds of rows. */
const SELECT_STORED = `select ${asColumn('kind')}, ${asColumn('message_datetime', 'at')}, ${asColumn('seq')}, ${asColumn('data')}
  from readings where vehicle_id = $1 and message_datetime >= $2 and message_datetime < coalesce($3::timestamptz, 'infinity')`
/** Turns packed days into rows again, because changes are compared row by row. */
const LOOSEN = `select loosen_readings($1, $2, coalesce($3::timestamptz, 'infinity'))`
type StoredColumns = Record<'kind' | 'at' | 'seq' | 'data', ColumnValue>

export const settlement: Settlement<'reading'> = {
  effects: ['reading'],
  kind: effect => effect.kind,
  write: (effects, _, mayExist) => insertReadings(readingRows(effects), mayExist),
  async rewrite(client, { vehicle_id, from, to, emitted }) {
    const values = [vehicle_id, new Date(Math.max(from, 0)), to === null ? null : new Date(to)]
    await client.query(LOOSEN, values)
    const { rows } = await client.query<StoredColumns>({
      name: 'readings kept',
      text: SELECT_STORED,
      values,
    })
    const [storedColumns] = rows
    const now = new Map(readingRows(emitted).map(r => [keyOf(r), r]))
    const removedRows: Pick<ReadingRow, 'kind' | 'at' | 'seq'>[] = []
    if (storedColumns !== undefined) {
      const [kinds, times, seqs, data] = [
        lists.text(storedColumns.kind),
        numbers.timestamptz(storedColumns.at),
        numbers.int2(storedColumns.seq),
        lists.text(storedColumns.data),
      ]
      for (let i = 0; i < times.length; i++) {
        const storedRow = { kind: kinds[i] ?? '', at: times[i] as number, seq: seqs[i] as number }
        const derivedRow = now.get(keyOf(storedRow))
        if (derivedRow !== undefined && isSameJson(derivedRow.data, data[i] ?? ''))
          now.delete(keyOf(storedRow))
        else removedRows.push(storedRow)
      }
    }
    const fresh = [...now.values()]
    await send(client, [...deleteReadings(vehicle_id, removedRows), ...insertReadings(fresh, true)])
    return [...new Set([...removedRows, ...fresh].map(r => r.kind))]
  },
}
/** Fields may have been written in another order. */
const isSameJson = (a: string, b: string): boolean =>
  a === b || sameJson(JSON.parse(a), JSON.parse(b))
