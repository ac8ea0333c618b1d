// Which accounts can enter a data directory.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataDir } from './data-dir.ts'
import { canEnter, unprivilegedAccount } from './postgres/binaries.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'flotta-data-'))
  chmodSync(place, 0o755)
})
afterEach(() => rmSync(place, { recursive: true, force: true }))
const modeOf = (dir: string) => statSync(dir).mode & 0o777
/** For root the mode lets the account of the database pass through. */
const privateMode = process.getuid?.() === 0 ? 0o710 : 0o700

test('a new directory is closed to everybody else', async () => {
  const dir = await openDataDir(join(place, 'a/b'))
  expect(modeOf(dir)).toBe(privateMode)
})
test('an existing directory that everybody could read is closed by the next start, and keeps its files', async () => {
  const dir = join(place, 'data')
  mkdirSync(dir)
  chmodSync(dir, 0o755)
  writeFileSync(join(dir, 'register.key'), 'key')
  await openDataDir(dir)
  expect([modeOf(dir), existsSync(join(dir, 'register.key'))]).toEqual([privateMode, true])
})
test('a directory with only files of others is left alone', async () => {
  writeFileSync(join(place, 'letter.txt'), '')
  await openDataDir(place)
  expect(modeOf(place)).toBe(0o755)
})
test.runIf(process.getuid?.() === 0)(
  'the account of the database can enter its own directory there and list nothing else',
  async () => {
    const dir = await openDataDir(join(place, 'data'))
    const account = await unprivilegedAccount()
    mkdirSync(join(dir, 'postgres'), { mode: 0o755 })
    expect([await canEnter(join(dir, 'postgres'), account), await canEnter(dir, account)]).toEqual([
      true,
      false,
    ])
  },
)
