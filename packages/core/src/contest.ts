// Two connections claim to be one device: neither may receive commands. Pure functions; times are epoch ms.

/** How long a device is contested after a connection was displaced or has shown itself again, ms. */
export const CONTEST_MS = 300_000

/** Whether a device with its newest takeover at `at` is contested; null: there was no takeover. */
export const isContested = (at: number | null, now: number): boolean =>
  at !== null && now < at + CONTEST_MS
