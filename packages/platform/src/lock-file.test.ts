// The lock of a directory, among processes that live, die and begin at the same moment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processIdentity, takeLock, withLock } from './lock-file.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'flotta-lock-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('one process holds a lock until it releases it', async () => {
  const mine = await takeLock(dir, 'one')
  expect(await takeLock(dir, 'one')).toBe(null)
  expect(await takeLock(dir, 'other')).not.toBe(null)
  await mine?.release()
  expect(await takeLock(dir, 'one')).not.toBe(null)
})

test('only one of many processes gets the lock, every time, and one file remains', async () => {
  for (let round = 0; round < 20; round++) {
    const locks = (
      await Promise.all(Array.from({ length: 8 }, () => takeLock(dir, 'many')))
    ).filter(l => l !== null)
    expect(locks).toHaveLength(1)
    await locks[0]?.release()
  }
  expect(readdirSync(dir).filter(f => f.startsWith('many'))).toHaveLength(1)
})

test('a killed process holds no lock, nor does a later process with its number', async () => {
  const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(owner, 'spawn')
  const identity = await processIdentity(owner.pid ?? 0)
  writeFileSync(join(dir, 'killed.7.lock'), JSON.stringify({ pid: owner.pid, identity }))
  expect(await takeLock(dir, 'killed')).toBe(null)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  expect(await takeLock(dir, 'killed')).not.toBe(null)
  writeFileSync(
    join(dir, 'reused.7.lock'),
    JSON.stringify({ pid: process.pid, identity: 'another run of the machine' }),
  )
  expect(await takeLock(dir, 'reused')).not.toBe(null)
})

test('waiting processes get the lock one after the other', async () => {
  let inside = 0
  await Promise.all(
    Array.from({ length: 5 }, () =>
      withLock(dir, 'queue', async () => {
        expect(++inside).toBe(1)
        await new Promise(setImmediate)
        inside--
      }),
    ),
  )
})
