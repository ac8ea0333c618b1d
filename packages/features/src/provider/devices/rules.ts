// What a family can be asked for beside its own parameters: where it is, and how often it is to report.
import type { Profile } from '@flotta/core/protocol.ts'

/** Offered on screens, seconds; a call may name others. */
const INTERVALS = [10, 30, 60, 120, 300, 600, 1_800, 3_600] as const

type Family = Pick<Profile, 'commandText'>
/** undefined: the family has no certain text for it. */
export const positionText = (family: Family | undefined): string | undefined =>
  family?.commandText?.({ id: 0, command: 'position', command_data: {} })
export const intervalText = (family: Family | undefined, seconds: number): string | undefined =>
  family?.commandText?.({ id: 0, command: 'interval', command_data: { seconds } })
/** Those of the offered intervals that the family can be told. */
export const intervalsOf = (family: Family | undefined): readonly number[] =>
  INTERVALS.filter(seconds => intervalText(family, seconds) !== undefined)
