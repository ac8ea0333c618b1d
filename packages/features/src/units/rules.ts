// When the silence of a device is longer than usual, and what its answers tell of it.
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { type ConnectionFacts, connectionStatusOf, intervalOf } from '../vehicles/rules.ts'

/** So many messages may be missing, and so long it may take in any case. */
const MISSING = 3
const AT_LEAST = 5 * MINUTE

/**
 * When the silence of a device became longer than usual (epoch ms): by its messages, for a keep-alive says nothing of the vehicle. Usual are three of its reporting intervals,
 * 5 minutes at least; of one that sleeps with the ignition off, which reports once a day, 25 hours. null: not so, or there never was a message.
 */
export function silentSince(facts: ConnectionFacts, now: number): number | null {
  const { last_message_at, ignition, reporting_interval } = facts
  if (last_message_at === null) return null
  const interval = intervalOf({ status: connectionStatusOf(facts, now), ignition: ignition ?? undefined, reporting_interval })
  const due = last_message_at + Math.max(AT_LEAST, MISSING * interval * SECOND)
  return due < now ? due : null
}

/** The version that a device's answer to `getver` names: `Ver:03.27.07_00 GPS:…`. */
export const firmwareOf = (reply: string): string | null => /\bVer:\s*([\w.]+)/i.exec(reply)?.[1] ?? null
