// The idempotency keys of writes whose answer did not come. The same write again carries the same key, so the server executes it once.
import type { Endpoint } from '@flotta/core/contract.ts'
import { newKey } from './idempotency-key.ts'
import { session } from './session.ts'

const keys = new Map<string, string>()
session.subscribe(() => {
  if (!session.snapshot().signedIn) keys.clear()
})

/** The name of a write by what it asks for; null: the endpoint takes no key. */
export const writeOf = (e: Endpoint, address: string, body: unknown): string | null =>
  e.heeds?.includes('Idempotency-Key') === true ? JSON.stringify([e.method, address, body]) : null

export function keyOf(write: string): string {
  const key = keys.get(write) ?? newKey()
  keys.set(write, key)
  return key
}

/** The write was answered; after a failure of the server or of what stands before it nobody knows whether it was executed. */
export function noteAnswer(write: string, status: number): void {
  if (status < 500) keys.delete(write)
}
