// Sealed secrets can be opened only with their key and for their purpose.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { SECRETS_FILE, seal, unseal } from './seal.ts'

const directory = mkdtempSync(join(tmpdir(), 'flotta-seal-'))
afterAll(() => rmSync(directory, { recursive: true }))
const secret = Buffer.from('a secret of twenty b')
const withKey = () =>
  readConfig({ FLOTTA_SECRETS_KEY: randomBytes(32).toString('base64'), FLOTTA_DATA_DIR: directory })

test('a sealed secret hides its content and is read back [auth.95]', async () => {
  const config = withKey()
  const sealed = await seal(config, secret, 'totp 1')
  expect(sealed.includes(secret)).toBe(false)
  expect(await unseal(config, sealed, 'totp 1')).toEqual(secret)
})
test('a sealed secret is unreadable for another purpose, with damage and with another key', async () => {
  const config = withKey()
  const sealed = await seal(config, secret, 'totp 1')
  await expect(unseal(config, sealed, 'totp 2')).rejects.toThrow()
  const damaged = Buffer.from(sealed)
  damaged[damaged.length - 20] = (damaged.at(-20) ?? 0) ^ 1
  await expect(unseal(config, damaged, 'totp 1')).rejects.toThrow()
  await expect(unseal(withKey(), sealed, 'totp 1')).rejects.toThrow('api.no_secrets_key')
})
test('the embedded database has a key beside it that is made once, for its owner alone', async () => {
  const config = readConfig({ FLOTTA_DATA_DIR: directory })
  const sealed = await Promise.all(['a', 'b', 'c'].map(purpose => seal(config, secret, purpose)))
  const file = join(directory, SECRETS_FILE)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
  for (const [i, purpose] of ['a', 'b', 'c'].entries())
    expect(await unseal(config, sealed[i] as Buffer, purpose)).toEqual(secret)
})
test('processes at an external database without the setting store a secret unsealed', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://localhost/x', FLOTTA_DATA_DIR: directory })
  const sealedSecret = await seal(config, secret, 'a')
  expect(sealedSecret.subarray(1)).toEqual(secret)
  expect(await unseal(config, sealedSecret, 'a')).toEqual(secret)
  expect(await unseal(withKey(), sealedSecret, 'a')).toEqual(secret)
})
