// For tests: a database with the tables of the product and no rows.
import { migrate } from '@flotta/platform/migrations.ts'
import { prepareQueue } from '@flotta/platform/queue-runner.ts'
import { type TestDatabase, testDatabase } from '@flotta/platform/testing.ts'
import { migrations } from '../migrations.ts'

export const productDatabase = (): Promise<TestDatabase> =>
  testDatabase({
    content: JSON.stringify(migrations),
    async fill(pool) {
      await migrate(pool, migrations)
      await prepareQueue(pool)
    },
  })
