// What a PostgreSQL must be like for Flotta to keep its data there.
import type { ClientBase } from 'pg'

export interface DatabaseServer {
  /** As the server counts: 170002 is 17.2. */
  readonly version: number
  readonly encoding: string
}

export async function databaseServer(pool: Pick<ClientBase, 'query'>): Promise<DatabaseServer> {
  const { rows } = await pool.query<DatabaseServer>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  return rows[0] ?? { version: 0, encoding: 'unknown' }
}

/** What is wrong with it, and what to do; null: nothing. Names are compared by Unicode's forms, which PostgreSQL knows of UTF8 alone. */
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
