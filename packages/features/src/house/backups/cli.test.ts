// The commands of backups that work before a database is opened.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@flotta/platform/config.ts'
import { afterAll, expect, test } from 'vitest'
import { commands } from './cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'flotta-backup-key-'))
afterAll(() => rmSync(directory, { recursive: true }))

test.each(['key', 'create', 'restore', 'verify', 'mark'])(
  '`backup %s` opens no database by itself',
  async verb => {
    const command = commands.find(each => each.verb === verb)
    expect(command?.runStandalone).toBeTypeOf('function')
    await expect(command?.run({} as never, {} as never)).rejects.toThrow('runs alone')
  },
)

test('`backup key` writes the private key into a new file and answers the public one', async () => {
  const file = join(directory, 'backup.key')
  const answer = await commands
    .find(each => each.verb === 'key')
    ?.runStandalone?.({ file } as never, {
      config: readConfig({}),
      version: '0',
      migrations: {},
      note: () => {},
      signal: AbortSignal.timeout(60_000),
    })
  expect(JSON.stringify(answer)).toContain('age1')
  expect(readFileSync(file, 'utf8')).toContain('AGE-SECRET-KEY-')
})
