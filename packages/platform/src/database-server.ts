// The requirements that a PostgreSQL server must meet.
import type { ClientBase } from 'pg'

export interface DatabaseServer {
  /** In the server's notation: 170002 is 17.2. */
  readonly version: number
  readonly encoding: string
}

export async function databaseServer(pool: Pick<ClientBase, 'query'>): Promise<DatabaseServer> {
  const { rows } = await pool.query<DatabaseServer>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  return rows[0] ?? { version: 0, encoding: 'unknown' }
}

/** The fault of a server and its remedy; null: none. Names are compared in Unicode's normal forms, which PostgreSQL supports for UTF8 only. */
export function serverFault({
  version,
  encoding,
}: DatabaseServer): { readonly says: string; readonly advice: string } | null {
  if (version < 150_000)
    return {
      says: `PostgreSQL ${Math.floor(version / 10_000)}`,
      advice: 'Install PostgreSQL 15 or newer',
    }
  if (encoding !== 'UTF8')
    return {
      says: `its encoding is ${encoding}`,
      advice: 'Make a database in UTF8: createdb --encoding UTF8 --template template0',
    }
  return null
}
