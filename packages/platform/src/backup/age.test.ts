// Files encrypted for a public key: `age` reads ours and we read those of `age` 1.1.1; files that were changed or cut, and those for another key, are refused.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DamagedCipher, encryptFor, isEncrypted, NotForThisKey, openPlain } from './age.ts'
import { identitiesOf, newIdentity, recipientOf } from './age-keys.ts'

const ITS_KEY = 'AGE-SECRET-KEY-1ZVX3CTDXMJL0DLCC7KE07TXRA68W5A3Z0GLJHT40XQ6GR2Q6L75QHGCZLV'
const ITS_RECIPIENT = 'age1prxux733nq89m0zx3yuytdrf0erkpvk0j8ry8pwh3aef42cjly6qqh2wvv'
/** "aaaaa", encrypted by age 1.1.1. */
const ITS_FILE =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBHdml4dGJOZGZYc3V4enVIeDFnTUVoVEFoTjlXVlRVaUZVb2VYVnU4UnljCkxwZUJkTm5hZDJYbEwyTVRZcXk2RDdRWVZYbVg2MzNaRFRjZzhHVkNjYTgKLS0tIFNxLzhMd1RJcFpyakVNcVczOENYWlZaOVMvOGhwT2tEdVowREdoRCs3WnMKElDCdO+Lk6ReMCN/ZA/GuQeiOdfvrAwk/FVKtqQtKt65olUC4Q=='

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flotta-age-'))
})
afterAll(() => rm(dir, { recursive: true }))
const [own, other] = [newIdentity(), newIdentity()]
const CHUNK = 65_536

let n = 0
async function storeFile(bytes: Uint8Array): Promise<string> {
  const path = join(dir, `file${++n}`)
  await writeFile(path, bytes)
  return path
}
/** Encrypts a text that is written in pieces of various sizes. */
async function encryptText(plain: Buffer, ...recipients: readonly string[]): Promise<string> {
  const path = join(dir, `file${++n}`)
  const pieces: Buffer[] = []
  for (let at = 0, i = 1; at < plain.length; i++) {
    const length = (i * 7_919) % 50_000
    pieces.push(plain.subarray(at, at + length))
    at += length
  }
  await pipeline(
    Readable.from(pieces),
    encryptFor(recipients.map(recipientOf)),
    createWriteStream(path),
  )
  return path
}
async function using<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
const plainOf = (path: string, secret: string): Promise<Buffer> =>
  using(path, async file => {
    const plain = await openPlain(file, identitiesOf(secret))
    return plain.read(0, plain.size)
  })

test('a file that age made is read, and keys have age’s form', async () => {
  expect(
    (
      await plainOf(
        await storeFile(Buffer.from(ITS_FILE, 'base64')),
        `# created: today\n${ITS_KEY}\n`,
      )
    ).toString(),
  ).toBe('aaaaa')
  expect(identitiesOf(ITS_KEY)[0]?.recipient.text).toBe(ITS_RECIPIENT)
})
test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_001])(
  '%i bytes are read as they were written, from any place',
  async size => {
    const plain = randomBytes(size)
    const path = await encryptText(plain, own.recipient, other.recipient)
    if (size > 32) expect((await readFile(path)).includes(plain.subarray(0, 32))).toBe(false)
    for (const { secret } of [own, other])
      expect((await plainOf(path, secret)).equals(plain)).toBe(true)
    await using(path, async file => {
      expect(await isEncrypted(file)).toBe(true)
      const { read } = await openPlain(file, identitiesOf(own.secret))
      for (const [from, length] of [
        [0, 5],
        [CHUNK - 3, 7],
        [size - 4, 10],
        [10, 2 * CHUNK],
      ] as const)
        if (from >= 0)
          expect((await read(from, length)).equals(plain.subarray(from, from + length))).toBe(true)
    })
  },
)
test('another key does not open the file', async () => {
  await expect(
    plainOf(await encryptText(Buffer.from('x'), own.recipient), other.secret),
  ).rejects.toThrow(NotForThisKey)
})
test('a file that was changed at any place, cut or rearranged is refused', async () => {
  const file = await readFile(await encryptText(randomBytes(2 * CHUNK + 100), own.recipient))
  const start = file.indexOf('--- ') + 48 + 16
  const changed = (at: number) => {
    const copy = Buffer.from(file)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  const chunk = (index: number) =>
    file.subarray(start + index * (CHUNK + 16), start + (index + 1) * (CHUNK + 16))
  const cases = {
    'header, key': changed(40),
    'header, sum': changed(file.indexOf('--- ') + 10),
    nonce: changed(start - 5),
    'first chunk': changed(start),
    'last byte': changed(file.length - 1),
    'end cut': file.subarray(0, -1),
    'last chunk cut': file.subarray(0, start + 2 * (CHUNK + 16)),
    'only its header': file.subarray(0, start),
    'chunks exchanged': Buffer.concat([file.subarray(0, start), chunk(1), chunk(0), chunk(2)]),
  }
  for (const [what, bytes] of Object.entries(cases))
    await expect(plainOf(await storeFile(bytes), own.secret), what).rejects.toThrow(
      /damaged|changed|cut short|another key|understood/,
    )
  await expect(plainOf(await storeFile(cases['last chunk cut']), own.secret)).rejects.toThrow(
    DamagedCipher,
  )
})
test('a mistyped key is refused', () => {
  for (const text of [
    '',
    'age1',
    `${own.recipient}q`,
    own.recipient.slice(0, -1),
    own.secret,
    own.recipient.replace(/.$/, c => (c === 'q' ? 'p' : 'q')),
  ])
    expect(() => recipientOf(text)).toThrow(/is no public key/)
  for (const text of ['', '# nothing', own.recipient, `${own.secret}x`])
    expect(() => identitiesOf(text)).toThrow(/no private key/)
})
