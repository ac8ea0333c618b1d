// The usual times until which an alert is snoozed, in the browser's time zone. Pure.
const HOUR = 3_600_000

export type SnoozeName = 'hour' | 'shift' | 'tomorrow' | 'monday'
export interface SnoozeChoice {
  readonly name: SnoozeName
  /** Epoch ms. */
  readonly until: number
}
/** The hour at which work begins. */
const MORNING = 7

function morningAfter(now: number, days: number): number {
  const day = new Date(now)
  day.setHours(MORNING, 0, 0, 0)
  day.setDate(day.getDate() + days)
  return day.getTime()
}
/** In an hour, in four, tomorrow morning, on Monday morning. */
export function snoozeChoices(now: number): readonly SnoozeChoice[] {
  const weekday = new Date(now).getDay()
  return [
    { name: 'hour', until: now + HOUR },
    { name: 'shift', until: now + 4 * HOUR },
    { name: 'tomorrow', until: morningAfter(now, 1) },
    { name: 'monday', until: morningAfter(now, (8 - weekday) % 7 || 7) },
  ]
}
