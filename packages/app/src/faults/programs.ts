// Finds the PostgreSQL of the operating system. Tests with pgBackRest need it, because the system's pgBackRest may not support the version that the
// product includes.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findTool } from '@flotta/platform/testing.tools.ts'

const VERSIONS = '/usr/lib/postgresql'

/** Directory of its programs; undefined: there is none. */
export function serverPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  return readdirSync(VERSIONS)
    .map(version => join(VERSIONS, version, 'bin'))
    .find(dir => existsSync(join(dir, 'postgres')))
}

/** The programs of Debian's packages that the files of deploy/postgres use. */
const MACHINE_TOOLS = ['patroni', 'patronictl', 'etcd', 'haproxy', 'pgbackrest'] as const

/** Directory of PostgreSQL's programs for the database machines; undefined when this machine lacks one of their tools. */
export const machinesPrograms = (): string | undefined =>
  MACHINE_TOOLS.every(name => findTool(name) !== undefined) ? serverPrograms() : undefined
