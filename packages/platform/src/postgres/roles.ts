// Roles of the embedded PostgreSQL: the application owns its database and is no superuser; older data directories, in which it was, are changed once.
import pg from 'pg'
import { type Access, ADMIN, adminUrlOf, DATABASE, USER, urlOf } from './files.ts'

/** A temporary superuser for renaming the superuser, since a role cannot rename itself. */
const HELPER = 'flotta_upgrade'

/** Makes sure that the application's role and database exist and belong to the application. */
export async function ensureRoles(access: Access): Promise<void> {
  const client = await connect(adminUrlOf(access, 'postgres')).catch(async error => {
    if (!isRefusal(error)) throw error
    await demote(access)
    return connect(adminUrlOf(access, 'postgres'))
  })
  try {
    await client.query(`drop role if exists ${HELPER}`)
    const role = await client.query('select from pg_roles where rolname = $1', [USER])
    if (role.rowCount === 0)
      await client.query(`create role ${USER} login password ${pg.escapeLiteral(access.password)}`)
    const database = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (database.rowCount === 0) await client.query(`create database ${DATABASE} owner ${USER}`)
  } finally {
    await client.end()
  }
}

/**
 * Changes a directory of an older version, whose superuser has the application's name: the superuser gets its own name, and the application a plain
 * role that owns what it made, in one transaction.
 */
async function demote(access: Access): Promise<void> {
  const old = await connect(urlOf(access, 'postgres'))
  try {
    const database = await old.query('select from pg_database where datname = $1', [DATABASE])
    if (database.rowCount === 0) await old.query(`create database ${DATABASE}`)
    await old.query(`drop role if exists ${HELPER}`)
    await old.query(
      `create role ${HELPER} login superuser password ${pg.escapeLiteral(access.admin)}`,
    )
  } finally {
    await old.end()
  }
  const helper = await connect(adminUrlOf(access).replace(`//${ADMIN}:`, `//${HELPER}:`))
  try {
    await helper.query('begin')
    await helper.query(`alter role ${USER} rename to ${ADMIN}`)
    await helper.query(`alter role ${ADMIN} password ${pg.escapeLiteral(access.admin)}`)
    await helper.query(`create role ${USER} login password ${pg.escapeLiteral(access.password)}`)
    await helper.query(`alter database ${DATABASE} owner to ${USER}`)
    await helper.query(OWN)
    await helper.query('commit')
  } finally {
    await helper.end()
  }
}

/** Changes the owner of everything outside of extensions and PostgreSQL itself; indexes, sequences of columns and row types follow their tables. */
const OWN = `do $$
declare
  thing record;
begin
  for thing in
    select format('alter %s %I.%I owner to ${USER}', case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, n.nspname, c.relname) as change
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'a', 'i') and c.relkind = 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    union all
    select format('alter routine %s owner to ${USER}', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter type %I.%I owner to ${USER}', n.nspname, t.typname)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and t.typtype in ('d', 'e', 'r')
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute thing.change;
  end loop;
end $$`

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** PostgreSQL runs and refuses the credentials. */
export const isRefusal = (error: unknown): boolean =>
  ['28P01', '28000'].includes(String((error as { code?: unknown }).code))
