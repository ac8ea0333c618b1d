// The commands about agreements that need no database.
import type { Context } from '@flotta/platform/feature.ts'
import { expect, test } from 'vitest'
import { commands } from './cli.ts'
import { agreements } from './contract.ts'

test('one command prints the whole catalogue of agreements [installation.34]', async () => {
  const catalogue = commands.find(({ verb }) => verb === 'catalogue')
  const rows = await catalogue?.run({} as never, {} as Context)
  expect(rows).toEqual(Object.entries(agreements).map(([id, code]) => ({ id: Number(id), code })))
})
