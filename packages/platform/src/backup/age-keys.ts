// Keys of encrypted files as age writes them: a public key to encrypt for, a private one to decrypt with.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { fromBech32, toBech32 } from './bech32.ts'

const PUBLIC_PREFIX = 'age'
const PRIVATE_PREFIX = 'age-secret-key-'
/** The bytes before the 32 bytes of an X25519 private key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** A public key; its private key decrypts what is encrypted for it. */
export interface Recipient {
  /** `age1…` */
  readonly text: string
  readonly key: KeyObject
}
/** A private key. */
export interface Identity {
  readonly recipient: Recipient
  readonly key: KeyObject
}

/** Throws RangeError when the text is no public key. */
export function recipientOf(text: string): Recipient {
  const bytes = fromBech32(PUBLIC_PREFIX, text.trim())
  if (bytes?.length !== 32)
    throw new RangeError(
      `${text} is no public key: write age1… as "flotta backup key" or age-keygen prints it`,
    )
  return {
    text: text.trim().toLowerCase(),
    key: createPublicKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') },
    }),
  }
}
export const rawOf = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

function identityOf(text: string): Identity | null {
  const bytes = fromBech32(PRIVATE_PREFIX, text)
  if (bytes?.length !== 32) return null
  const key = createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.concat([PKCS8, bytes]) })
  const publicKey = createPublicKey(key)
  return { key, recipient: { text: toBech32(PUBLIC_PREFIX, rawOf(publicKey)), key: publicKey } }
}

/** A new pair of keys: the text of the private key, and the public key. */
export function newIdentity(): { readonly secret: string; readonly recipient: string } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  return {
    secret: toBech32(PRIVATE_PREFIX, secret).toUpperCase(),
    recipient: toBech32(PUBLIC_PREFIX, rawOf(publicKey)),
  }
}

/** The private keys in the text of a file, one per line; `#` begins a comment. Throws RangeError when a line is no key, and when the file has no keys. */
export function identitiesOf(text: string): Identity[] {
  const lines = text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  const identities = lines.map(identityOf)
  if (identities.length === 0 || identities.includes(null))
    throw new RangeError('it holds no private key: a line AGE-SECRET-KEY-1… is expected')
  return identities.filter(identity => identity !== null)
}
