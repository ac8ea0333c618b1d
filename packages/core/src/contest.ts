// When two connections claim to be one device: no command may go to either. Pure; times are epoch ms.

/** So long after a connection was displaced, and after it showed itself again, its device is contested. */
export const CONTEST_MS = 300_000

/** Whether a device whose newest takeover was at `at` is contested; null: there was none. */
export const isContested = (at: number | null, now: number): boolean =>
  at !== null && now < at + CONTEST_MS
