// Security lines of the log: failed sign-ins, locks, refusals. They name the account by its id and the address, never a secret or typed text. Only the first lines of a flood are written.
import type { Context } from './feature.ts'
import { perMinute } from './limits.ts'
import { networkOf } from './networks.ts'

export type SecurityEvent = 'sign_in_failed' | 'sign_in_locked' | 'address_probed' | 'refused'

/** Lines of one kind and network. */
const RATE = perMinute(10)

export function securityLine(
  { log, limits }: Pick<Context, 'log' | 'limits'>,
  security: SecurityEvent,
  details: { readonly address: string; readonly [detail: string]: string | number | null },
): void {
  if (limits.takeNow(`log ${security} ${networkOf(details.address)}`, RATE) === 0)
    log.warn({ security, ...details }, sentences[security])
}
const sentences: Readonly<Record<SecurityEvent, string>> = {
  sign_in_failed: 'a sign-in failed',
  sign_in_locked: 'a sign-in was refused after too many failures',
  address_probed: 'an account was asked for with an address of another company',
  refused: 'a request was refused',
}
