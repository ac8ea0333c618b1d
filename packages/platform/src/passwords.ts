// Passwords and other secrets: argon2id for what people choose, SHA-256 for random secrets of the product.
import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@flotta/core/problem.ts'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the memory and time that OWASP asks for (19 MiB, 2 passes). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Number of verifications at the same time. More would only wait for the same cores, and each needs 19 MiB. */
const AT_ONCE = 4
const WAITING_AT_MOST = 200

let running = 0
const waiting: (() => void)[] = []
/** Runs password work in turn; when too much waits it is refused (`unavailable`). */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= WAITING_AT_MOST) throw new Problem('unavailable', 'api.unavailable', {}, 5)
  if (running >= AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), COST)

let dummy: Promise<string> | undefined
/** Takes equally long for an account that does not exist (`hashed` null), so that timing does not reveal it. */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'))
  const matches = await verify(storedHash ?? (await dummy), password.normalize('NFKC'))
  return matches && storedHash !== null
}

/** 256 random bits, as text for an address or a header. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** The hash of a secret that the database stores. */
export const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest()
