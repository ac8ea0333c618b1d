// Requests that a family supports beside its own parameters: the position, and the reporting interval.
import type { Profile } from '@flotta/core/protocol.ts'

/** Intervals that screens offer, seconds; a call may use others. */
const INTERVALS = [10, 30, 60, 120, 300, 600, 1_800, 3_600] as const

type Family = Pick<Profile, 'commandText'>
/** undefined: no text for it is known for the family. */
export const positionText = (family: Family | undefined): string | undefined =>
  family?.commandText?.({ id: 0, command: 'position', command_data: {} })
export const intervalText = (family: Family | undefined, seconds: number): string | undefined =>
  family?.commandText?.({ id: 0, command: 'interval', command_data: { seconds } })
/** The offered intervals that the family supports. */
export const intervalsOf = (family: Family | undefined): readonly number[] =>
  INTERVALS.filter(seconds => intervalText(family, seconds) !== undefined)
