// A PostgreSQL of the system's own, beside the one that the product brings along: pgBackRest of the same system knows its version.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const SERVERS = '/usr/lib/postgresql'

/** Directory of its programs; undefined: there is none. */
export function serverPrograms(): string | undefined {
  if (!existsSync(SERVERS)) return undefined
  return readdirSync(SERVERS)
    .map(version => join(SERVERS, version, 'bin'))
    .find(dir => existsSync(join(dir, 'postgres')))
}
