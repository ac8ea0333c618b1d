// Before the tests: one real PostgreSQL for all of them (TEST_DATABASE_URL for one that runs already).
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgres', given)
    return undefined
  }
  const dir = await mkdtemp(join(tmpdir(), 'flotta-test-'))
  await chmod(dir, 0o755)
  const postgres = await startPostgres({ dataDir: dir, settings: { max_connections: '200' } })
  // tests run as the application does: as a plain role, which may make databases of its own here
  const admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query('alter role flotta createdb')
  await admin.end()
  project.provide('postgres', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
