// The lanes of heavy work. Companies take turns in each, and what waits in one lane holds up no other.

export interface Lane {
  /** Its word in the queue, in figures and in texts (`tasks.full.<name>`); never changed once released. */
  readonly name: string
  /** Tasks of it that one process runs at once. */
  readonly at_once: number
}

/** Tasks of one company that may wait in a lane; further ones are refused with the advice to try later. */
export const MOST_WAITING = 20

export const lanes = {
  /** Reports that a person has asked for. */
  reports: { name: 'reports', at_once: 1 },
  /** Reports that a schedule makes. */
  schedules: { name: 'schedules', at_once: 1 },
  /** What a person waits for in front of the screen: trials of alert parameters, a driver's own data. */
  answers: { name: 'answers', at_once: 2 },
} as const satisfies Readonly<Record<string, Lane>>
