// Migrations are the story, docs/schema.sql is the picture; `npm run schema` draws it anew.
import { migrations } from '@flotta/features/migrations.ts'
import { migrate } from '@flotta/platform/db.ts'
import { schemaOf } from '@flotta/platform/schema.ts'
import { testDatabase } from '@flotta/platform/testing.ts'
import { expect, test } from 'vitest'

test('docs/schema.sql is what the migrations make', async () => {
  const database = await testDatabase()
  try {
    await migrate(database.pool, migrations)
    await expect(
      `-- The tables of Flotta, drawn from its migrations by \`npm run schema\`. Months of positions and readings are partitions.\n\n${await schemaOf(database.pool)}`,
    ).toMatchFileSnapshot('../../../docs/schema.sql')
  } finally {
    await database.close()
  }
})
