// The parts of a database that are copied: every permanent table, each monthly partition by itself, and the values of its sequences.
import type pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'

export interface Table {
  readonly name: string
  /** The table that this partition is a month of; null: the table is no partition. */
  readonly parent: string | null
  /** Without generated columns. */
  readonly columns: readonly string[]
}

/** Settings that make the text of values independent of the server. */
const PLAIN = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0`
export const usePlainFormats = (client: pg.Client): Promise<unknown> => client.query(PLAIN)

/** Unlogged tables (counters, probes) are left out: they would not survive a crash either. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, p.relname as parent,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by c.relname collate "C"`,
  )
  return rows
}

/** null: the sequence was never used. */
export async function sequencesOf(
  client: pg.Client,
): Promise<{ readonly name: string; readonly value: number | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name, value }) => ({ name, value: value === null ? null : Number(value) }))
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnList = ({ name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `${quoteName(name)} (${columns.map(quoteName).join(', ')})`

/** Table → column → the SQL expression whose value replaces the original in a copy, so that no secret is in the file. */
export type RedactedColumns = Readonly<Record<string, Readonly<Record<string, string>>>>

export const readRows = (
  client: pg.Client,
  table: Pick<Table, 'name' | 'columns'>,
  withheld: RedactedColumns = {},
): CopyToStreamQuery => {
  const instead = withheld[table.name]
  const columns = table.columns.map(column =>
    instead?.[column] === undefined
      ? quoteName(column)
      : `${instead[column]} as ${quoteName(column)}`,
  )
  const source =
    instead === undefined
      ? columnList(table)
      : `(select ${columns.join(', ')} from ${quoteName(table.name)})`
  return client.query(copyTo(`copy ${source} to stdout`, { highWaterMark: 262_144 }))
}
