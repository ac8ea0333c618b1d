// Before the tests: one real PostgreSQL for the tests of all projects (TEST_DATABASE_URL names one that runs already).
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
    /** Address for the account that may create and drop databases. */
    postgresAdmin: string
  }
}

interface SharedDatabase {
  /** Number of projects that use it. */
  users: number
  readonly started: ReturnType<typeof start>
}
/** Each project loads this file anew, so the state that they share is a global. */
const DATABASE = Symbol.for('flotta.tests.database')
const globals = globalThis as { [DATABASE]?: SharedDatabase }

async function start() {
  const dir = await mkdtemp(join(tmpdir(), 'flotta-test-'))
  await chmod(dir, 0o755)
  // The data need not survive the tests; tests of durability start a server of their own.
  const settings = {
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const postgres = await startPostgres({ dataDir: dir, settings })
  return {
    postgres,
    async stop() {
      await postgres.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const configuredUrl = process.env.TEST_DATABASE_URL
  if (configuredUrl) {
    project.provide('postgres', configuredUrl)
    project.provide('postgresAdmin', configuredUrl)
    return undefined
  }
  globals[DATABASE] ??= { users: 0, started: start() }
  const database = globals[DATABASE]
  database.users++
  const { postgres, stop } = await database.started
  // Tests use a plain role as the application does; their databases are created and dropped by the superuser.
  project.provide('postgres', postgres.url)
  project.provide('postgresAdmin', postgres.adminUrl)
  return async () => {
    database.users--
    if (database.users > 0) return
    delete globals[DATABASE]
    await stop()
  }
}
