// A PostgreSQL of the system's own, beside the one that the product brings along: pgBackRest of the same system knows its version.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findTool } from '@flotta/platform/testing.tools.ts'

const SERVERS = '/usr/lib/postgresql'

/** Directory of its programs; undefined: there is none. */
export function serverPrograms(): string | undefined {
  if (!existsSync(SERVERS)) return undefined
  return readdirSync(SERVERS)
    .map(version => join(SERVERS, version, 'bin'))
    .find(dir => existsSync(join(dir, 'postgres')))
}

/** What the files of deploy/postgres need of Debian's packages. */
const MACHINE_TOOLS = ['patroni', 'patronictl', 'etcd', 'haproxy', 'pgbackrest'] as const

/** Directory of PostgreSQL's programs for the database machines; undefined where one of their tools is not on this machine. */
export const machinesPrograms = (): string | undefined =>
  MACHINE_TOOLS.every(name => findTool(name) !== undefined) ? serverPrograms() : undefined
