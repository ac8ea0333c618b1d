// Files encrypted for a public key in the format of age (age-encryption.org/v1): X25519, HKDF-SHA-256 and ChaCha20-Poly1305 in chunks, so that they are written as a stream and read at any place.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'
import { type Identity, type Recipient, rawOf } from './age-keys.ts'

const INTRO = 'age-encryption.org/v1'
const CHUNK = 65_536
const TAG = 16
/** Longest accepted header, bytes: enough for some hundred recipients. */
const LONGEST_HEADER = 65_536

const deriveKey = (secret: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32))
const base64Unpadded = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/=+$/, '')

function sealChunk(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
/** Throws when the bytes are not those that were sealed. */
function openChunk(key: Uint8Array, nonce: Uint8Array, bytes: Buffer): Buffer {
  const cipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
  cipher.setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([cipher.update(bytes.subarray(0, -TAG)), cipher.final()])
}
const NO_NONCE = Buffer.alloc(12)
const wrapKey = (sharedSecret: Uint8Array, ephemeral: Uint8Array, recipient: Uint8Array): Buffer =>
  deriveKey(sharedSecret, Buffer.concat([ephemeral, recipient]), 'age-encryption.org/v1/X25519')
const macOf = (fileKey: Uint8Array, header: string): Buffer =>
  createHmac('sha256', deriveKey(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()
/** The nonce of the nth chunk. */
function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 3)
  nonce[11] = last ? 1 : 0
  return nonce
}

function headerFor(fileKey: Uint8Array, recipients: readonly Recipient[]): string {
  const stanzas = recipients.map(({ key }) => {
    const { privateKey, publicKey } = generateKeyPairSync('x25519')
    const [sharedSecret, ephemeral] = [
      diffieHellman({ privateKey, publicKey: key }),
      rawOf(publicKey),
    ]
    return `-> X25519 ${base64Unpadded(ephemeral)}\n${base64Unpadded(sealChunk(wrapKey(sharedSecret, ephemeral, rawOf(key)), NO_NONCE, fileKey))}\n`
  })
  const header = `${INTRO}\n${stanzas.join('')}---`
  return `${header} ${base64Unpadded(macOf(fileKey, header))}\n`
}

/** Encrypts a stream for all of these recipients. Throws RangeError when there are none. */
export function encryptFor(recipients: readonly Recipient[]): Transform {
  if (recipients.length === 0) throw new RangeError('there is nobody to encrypt for')
  const fileKey = randomBytes(16)
  const nonce = randomBytes(16)
  const key = deriveKey(fileKey, nonce, 'payload')
  let waiting: Buffer[] = []
  let byteCount = 0
  let index = 0
  const stream = new Transform({
    highWaterMark: 4 * CHUNK,
    transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback) {
      waiting.push(chunk)
      byteCount += chunk.length
      // A chunk is known to be the last one only when nothing follows it.
      if (byteCount > CHUNK) {
        const all = Buffer.concat(waiting, byteCount)
        let from = 0
        for (; all.length - from > CHUNK; from += CHUNK)
          this.push(sealChunk(key, nonceOf(index++, false), all.subarray(from, from + CHUNK)))
        waiting = [all.subarray(from)]
        byteCount = all.length - from
      }
      done()
    },
    flush(done: TransformCallback) {
      this.push(sealChunk(key, nonceOf(index, true), Buffer.concat(waiting, byteCount)))
      done()
    },
  })
  stream.push(Buffer.concat([Buffer.from(headerFor(fileKey, recipients), 'latin1'), nonce]))
  return stream
}

/** None of the keys opens the encrypted file. */
export class NotForThisKey extends Error {}
export class DamagedCipher extends Error {}

/** The decrypted content of a file, readable at any place. */
export interface Plain {
  readonly size: number
  read(position: number, length: number): Promise<Buffer>
}

/** Whether a file begins like one of age. */
export async function isEncrypted(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(INTRO.length + 1),
    position: 0,
  })
  return bytesRead === buffer.length && buffer.toString('latin1') === `${INTRO}\n`
}

/** Throws NotForThisKey when none of the keys opens the file, DamagedCipher when it was changed or cut. */
export async function openPlain(file: FileHandle, identities: readonly Identity[]): Promise<Plain> {
  const { size: fileSize } = await file.stat()
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(Math.min(LONGEST_HEADER, fileSize)),
    position: 0,
  })
  const start = buffer.toString('latin1', 0, bytesRead)
  const header =
    /^(age-encryption\.org\/v1\n(?:-> [\x21-\x7e ]+\n(?:[A-Za-z0-9+/]{64}\n)*[A-Za-z0-9+/]{0,63}\n)+---) ([A-Za-z0-9+/]{43})\n/.exec(
      start,
    )
  const [headerText, text = '', mac = ''] = header ?? []
  if (headerText === undefined) throw new DamagedCipher('its header cannot be understood')
  const fileKey = fileKeyOf(text, identities)
  if (fileKey === null) throw new NotForThisKey('it is encrypted for another key')
  if (!timingSafeEqual(macOf(fileKey, text), Buffer.from(mac, 'base64')))
    throw new DamagedCipher('its header was changed')
  const at = headerText.length + 16
  const key = deriveKey(fileKey, buffer.subarray(headerText.length, at), 'payload')
  const body = fileSize - at
  const chunks = Math.ceil(body / (CHUNK + TAG))
  if (chunks === 0 || body - (chunks - 1) * (CHUNK + TAG) < TAG)
    throw new DamagedCipher('it was cut short')
  const size = body - chunks * TAG
  let latest: { readonly index: number; readonly bytes: Promise<Buffer> } | null = null
  const chunk = async (index: number): Promise<Buffer> => {
    const from = at + index * (CHUNK + TAG)
    const length = Math.min(CHUNK + TAG, fileSize - from)
    const { buffer: cipher, bytesRead: got } = await file.read({
      buffer: Buffer.alloc(length),
      position: from,
    })
    if (got !== length) throw new DamagedCipher('it was cut short')
    try {
      return openChunk(key, nonceOf(index, index === chunks - 1), cipher)
    } catch {
      throw new DamagedCipher('it was changed or cut short')
    }
  }
  // In a file that was cut between two chunks the last chunk is not marked as the last.
  await chunk(chunks - 1)
  return {
    size,
    async read(position, length) {
      const parts: Buffer[] = []
      const end = Math.min(position + length, size)
      for (let index = Math.floor(position / CHUNK); index * CHUNK < end; index++) {
        if (latest?.index !== index) latest = { index, bytes: chunk(index) }
        const bytes = await latest.bytes
        parts.push(
          bytes.subarray(
            Math.max(0, position - index * CHUNK),
            Math.min(CHUNK, end - index * CHUNK),
          ),
        )
      }
      return Buffer.concat(parts)
    },
  }
}

function fileKeyOf(header: string, identities: readonly Identity[]): Buffer | null {
  for (const [, share = '', wrappedKey = ''] of header.matchAll(
    /^-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})$/gm,
  )) {
    const ephemeral = Buffer.from(share, 'base64')
    for (const { key: privateKey, recipient } of identities)
      try {
        const publicKey = createPublicKey({
          format: 'jwk',
          key: { kty: 'OKP', crv: 'X25519', x: ephemeral.toString('base64url') },
        })
        const sharedSecret = diffieHellman({ privateKey, publicKey })
        return openChunk(
          wrapKey(sharedSecret, ephemeral, rawOf(recipient.key)),
          NO_NONCE,
          Buffer.from(wrappedKey, 'base64'),
        )
      } catch {
        // This stanza is for another key.
      }
  }
  return null
}
