// Passwords of devices. Thousands of devices send them in clear text at every sign-in, so a fast hash is used.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (salt: string, password: string): Buffer =>
  createHash('sha256').update(`${salt}:${password}`).digest()

export function hashDevicePassword(password: string): string {
  const salt = randomBytes(12).toString('hex')
  return `${salt}:${digest(salt, password).toString('hex')}`
}

export function isDevicePassword(hash: string, password: string): boolean {
  const [salt = '', hex = ''] = hash.split(':')
  const expected = Buffer.from(hex, 'hex')
  const actual = digest(salt, password)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
