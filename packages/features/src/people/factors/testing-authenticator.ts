// A software authenticator for tests: makes passkeys and signs with them as a browser would.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED = 64

export function softwareAuthenticator(host: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0
  const dataOf = (flags: number, extra: Uint8Array = new Uint8Array()) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++count)
    return Buffer.concat([sha256(host), Buffer.of(flags), counter, extra])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  return {
    /** Answers the options of an enrolment. */
    create(challenge: string) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const object = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(dataOf(USER_PRESENT | USER_VERIFIED | ATTESTED, attested))],
        ]) as never,
      )
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(object).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options of a proof; by default the device has verified the person. */
    get(challenge: string, isVerified = true) {
      const data = dataOf(USER_PRESENT | (isVerified ? USER_VERIFIED : 0))
      const client = clientData('webauthn.get', challenge)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
