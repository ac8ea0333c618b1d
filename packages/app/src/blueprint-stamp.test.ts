// The migration of a copied blueprint runs after every existing migration, whatever the clock shows.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
let packages = ''
beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), 'flotta-blueprint-'))
  const migrations = join(packages, 'features/src/fleet/fleets/migrations')
  mkdirSync(migrations, { recursive: true })
  writeFileSync(join(migrations, '20261130_2359_fleets_colors.sql'), 'select 1')
})
afterEach(() => rmSync(packages, { recursive: true, force: true }))

async function migrationsOf(name: string, now: string): Promise<string[]> {
  const { copyBlueprint } = await import(/* @vite-ignore */ join(root, 'scripts/blueprint.mjs'))
  const files: string[] = copyBlueprint(packages, 'feature', name, {
    now: new Date(now),
    from: join(root, 'packages'),
  })
  return files.filter(file => file.endsWith('.sql'))
}

test('a copy that is made before the stamp of the newest migration gets a later stamp', async () => {
  expect(await migrationsOf('fleet/depots', '2026-11-24T10:00:00Z')).toEqual([
    'features/src/fleet/depots/migrations/20261201_0000_depots.sql',
  ])
  expect(await migrationsOf('fleet/garages', '2026-11-24T10:00:00Z')).toEqual([
    'features/src/fleet/garages/migrations/20261201_0001_garages.sql',
  ])
})
test('a copy that is made after it gets the stamp of its own moment', async () => {
  expect(await migrationsOf('fleet/depots', '2027-03-04T05:06:00Z')).toEqual([
    'features/src/fleet/depots/migrations/20270304_0506_depots.sql',
  ])
})
