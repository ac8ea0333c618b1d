// The schema of a database as SQL text: its tables with their constraints, indexes and triggers, and its functions, in the order of their names.
import type { Pool } from './db.ts'

const TABLES = `select c.oid::int4 as oid, c.relname as name, c.relkind = 'p' as partitioned, pg_get_partkeydef(c.oid) as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 2`
const COLUMNS = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as fallback,
    a.attidentity as identity, a.attgenerated as generated
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`
const CONSTRAINTS = `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::oid and contype <> 'n' order by contype desc, conname`
const INDEXES = `select pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = $1::oid and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) order by c.relname`
const TRIGGERS = `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::oid and not tgisinternal order by tgname`
const FUNCTIONS = `select pg_get_functiondef(p.oid) as text from pg_proc p where p.pronamespace = 'public'::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname, p.oid`

interface Column {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly fallback: string | null
  readonly identity: string
  readonly generated: string
}

export async function schemaOf(pool: Pool): Promise<string> {
  const texts = async (sql: string, oid?: number) =>
    (await pool.query<{ text: string }>(sql, oid === undefined ? [] : [oid])).rows.map(r => r.text)
  const { rows: tables } = await pool.query<{
    oid: number
    name: string
    partitioned: boolean
    key: string | null
  }>(TABLES)
  const parts: string[] = []
  for (const { oid, name, partitioned, key } of tables) {
    const { rows: columns } = await pool.query<Column>(COLUMNS, [oid])
    const { rows: constraints } = await pool.query<{ name: string; text: string }>(CONSTRAINTS, [
      oid,
    ])
    const lines = [
      ...columns.map(columnText),
      ...constraints.map(c => `constraint ${c.name} ${c.text}`),
    ]
    const others = [...(await texts(INDEXES, oid)), ...(await texts(TRIGGERS, oid))]
    parts.push(
      [
        `create table ${name} (`,
        lines.map(line => `  ${line}`).join(',\n'),
        `)${partitioned ? ` partition by ${key}` : ''};`,
        ...others.map(text => `${text};`),
      ].join('\n'),
    )
  }
  const functions = await texts(FUNCTIONS)
  return `${[...parts, ...functions.map(text => `${text.trim()};`)].join('\n\n')}\n`
}

function columnText({ name, type, required, fallback, identity, generated }: Column): string {
  const value =
    generated !== ''
      ? ` generated always as (${fallback}) stored`
      : fallback === null
        ? ''
        : ` default ${fallback}`
  return `${name} ${type}${required ? ' not null' : ''}${identity === '' ? value : ' generated always as identity'}`
}
