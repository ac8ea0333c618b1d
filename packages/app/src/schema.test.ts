// docs/schema.sql shows the tables that all migrations make; `npm run schema` writes it.
import { migrations } from '@flotta/features/migrations.ts'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { contracts } from '@flotta/platform/migrations.ts'
import { schemaOf } from '@flotta/platform/schema.ts'
import { expect, test } from 'vitest'

test('docs/schema.sql has the tables that the migrations make', async () => {
  const database = await productDatabase()
  try {
    await expect(
      `-- The tables of Flotta, drawn from its migrations by \`npm run schema\`. Months of positions and readings are partitions.\n\n${await schemaOf(database.pool)}`,
    ).toMatchFileSnapshot('../../../docs/schema.sql')
  } finally {
    await database.close()
  }
})

test('a migration that removes, renames or narrows has a line `-- contract: why`', () => {
  const narrows =
    /\bdrop (table|column)\b|\brename (to|column)\b|\bset not null\b|\balter column \w+ (set data )?type\b/i
  // The body of a function is no step of a migration.
  const steps = (sql: string) =>
    sql.replaceAll(/\bcreate (or replace )?function\b.*?(\$\w*\$).*?\2/gis, '')
  const silent = Object.entries(migrations).filter(
    ([path, sql]) =>
      (path.split('/').at(-1) ?? '') >= '20261126' && narrows.test(steps(sql)) && !contracts(sql),
  )
  expect(silent.map(([path]) => path)).toEqual([])
  expect(narrows.test('alter table a\n  drop column b')).toBe(true)
  expect(
    narrows.test(steps('create function f() returns void as $$ drop table a; $$;\ndrop table b')),
  ).toBe(true)
  expect(
    narrows.test(steps('create or replace function f() returns void as $$ drop table a; $$;')),
  ).toBe(false)
})
