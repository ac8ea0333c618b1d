// The lanes of heavy work. Companies take turns in each lane, and tasks that wait in one lane do not delay those of another.

export interface Lane {
  /** Its name in the queue, in metrics and in texts (`tasks.full.<name>`); it never changes after its release. */
  readonly name: string
  /** Number of its tasks that one process runs at the same time. */
  readonly at_once: number
}

/** Tasks of one company that may wait in a lane; further ones are refused with the advice to try later. */
export const MOST_WAITING = 20

export const lanes = {
  /** Reports that a person has asked for. */
  reports: { name: 'reports', at_once: 1 },
  /** Reports that a schedule makes. */
  schedules: { name: 'schedules', at_once: 1 },
  /** Results that a person waits for in front of the screen: trials of alert parameters, a driver's own data. */
  answers: { name: 'answers', at_once: 2 },
} as const satisfies Readonly<Record<string, Lane>>
