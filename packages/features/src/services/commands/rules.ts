// How a command ends: by the device's answer, or by a timeout. Pure; times are epoch ms.
import {
  type CommandStatus,
  commandStatus,
  saysFailed,
  saysRefused,
  type TransmissionState,
} from '@flotta/core/command.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { Reason } from './contract.ts'

/** A command that has waited longer is not sent any more. */
export const MAX_WAIT_MS = 10 * MINUTE
/** The longest time in which a device answers. */
const ANSWER_TIMEOUT_MS = 60 * SECOND
/** A gateway that has not reported within this time whether it sent a command will not report. */
const GATEWAY_GRACE_MS = 5 * SECOND
/** When a connection is gone, its last answer may still be on the bus for this long. */
const LOST_AFTER_MS = 2 * SECOND

export interface Verdict {
  readonly status: CommandStatus
  readonly reason: Reason | null
}
const verdict = (status: keyof typeof commandStatus, reason: Reason | null = null): Verdict => ({
  status: commandStatus[status],
  reason,
})

/** The verdict on a device's answer. */
export function judgeAnswer(
  answer: string,
  isRefused: boolean,
  { isOther, isNo }: Pick<CommandProgress, 'isOther' | 'isNo'>,
): Verdict {
  if (isRefused || saysRefused(answer)) return verdict('invalid', 'refused')
  if (isNo || saysFailed(answer)) return verdict('failed', 'device_failed')
  return isOther ? verdict('failed', 'other_answer') : verdict('executed')
}

/** A command in progress, as gateway and device have reported it. */
export interface CommandProgress {
  readonly state: TransmissionState
  readonly answer: string | null
  /** The answer does not belong to the command. */
  readonly isOther: boolean
  /** The answer is a refusal in the words of the device's family. */
  readonly isNo: boolean
  readonly sent_at: number | null
  /** The gateway sends the command before this time, or never. */
  readonly gives_up_at: number
  /** Since when the connection over which it was sent is gone; null: it is open. */
  readonly lost_since: number | null
}

/** The verdict on a command. `again`: it was not sent and waits for a connection; null: nothing has changed. */
export function verdictOf(
  { state, answer, isOther, isNo, sent_at, gives_up_at, lost_since }: CommandProgress,
  now: number,
): Verdict | 'again' | null {
  switch (state) {
    case 'answered':
    case 'refused':
      return judgeAnswer(answer ?? '', state === 'refused', { isOther, isNo })
    case 'invalid':
      return verdict('invalid', 'untold')
    case 'offline':
      return 'again'
    case 'expired':
      return verdict('timeout', 'no_answer')
    case 'lost':
      return verdict('timeout', 'lost')
    case 'queued':
      return now > gives_up_at + GATEWAY_GRACE_MS ? verdict('timeout', 'no_answer') : null
    case 'sent':
      if (now >= (sent_at ?? gives_up_at) + ANSWER_TIMEOUT_MS)
        return verdict('timeout', 'no_answer')
      if (lost_since !== null && now >= lost_since + LOST_AFTER_MS)
        return verdict('timeout', 'lost')
      return verdict('sent')
  }
}

const phrases: readonly string[] = ['mode', 'start_enabled', 'start_blocked', 'lock_open']
/** Text key of a command's value that is shown in words; null: its name and value are shown. */
export const phraseOf = (name: string, value: string | number | boolean): string | null =>
  phrases.includes(name) ? `commands.phrase.${name}.${Number(value) === 0 ? 0 : 1}` : null
