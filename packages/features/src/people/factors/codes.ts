// Time-based one-time codes (RFC 6238) and recovery codes: their form, and which are accepted.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { generateSecret, generateSync, generateURI } from 'otplib'
import { RECOVERY_CODES } from './contract.ts'

const STEP_MS = 30_000
/** Time steps by which a clock may be off, to each side. */
const DRIFT = 1

export const newTotpSecret = (): string => generateSecret()
/** The address that an authenticator reads from the QR code. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'Flotta', label: email, secret })
export const stepOf = (now: number): number => Math.floor(now / STEP_MS)
/** The code of a time step. */
export const codeOf = (secret: string, step: number): string =>
  generateSync({ secret, epoch: (step * STEP_MS) / 1000 })
/** A code without the spaces with which it is displayed, `123 456`. */
const digitsOf = (code: string): string => code.replace(/\s/g, '')

/**
 * The time step of a code, at most one step off the clock; null: none, or a code that was accepted before.
 * @param usedSteps steps whose code was accepted
 */
export function acceptedStep(
  secret: string,
  code: string,
  now: number,
  usedSteps: readonly number[],
): number | null {
  const codeBytes = Buffer.from(digitsOf(code))
  let accepted: number | null = null
  for (let step = stepOf(now) - DRIFT; step <= stepOf(now) + DRIFT; step++) {
    const right = Buffer.from(codeOf(secret, step))
    const isRight = codeBytes.length === right.length && timingSafeEqual(codeBytes, right)
    if (isRight && !usedSteps.includes(step)) accepted ??= step
  }
  return accepted
}
/** The accepted steps that can still occur, with a new one. */
export const stepsWith = (usedSteps: readonly number[], step: number, now: number): number[] => [
  ...usedSteps.filter(used => used >= stepOf(now) - DRIFT),
  step,
]

/** Letters and digits that cannot be mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789'
/** 24 of these characters have 117 bits, too many to be guessed from the hash. */
const GROUPS = 6
const GROUP = 4
const letters = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
/** Ten codes of 117 random bits, `xxxx-xxxx-xxxx-xxxx-xxxx-xxxx`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () => letters(GROUP)).join('-'),
  )
/** The stored hash of a code. Case, spaces and dashes do not matter. */
export const recoveryHash = (user_id: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${user_id} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest()
