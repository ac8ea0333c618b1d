// What becomes of a command: by what the device says, or by its silence. Pure; times are epoch ms.
import {
  type CommandStatus,
  commandStatus,
  saysFailed,
  saysRefused,
  type TransmissionState,
} from '@flotta/core/command.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { Reason } from './contract.ts'

/** What waits longer is not sent any more. */
export const MAX_WAIT_MS = 10 * MINUTE
/** How long a device may take to answer. */
const ANSWER_TIMEOUT_MS = 60 * SECOND
/** A gateway that has not said within this time whether it sent a command will not. */
const GATEWAY_GRACE_MS = 5 * SECOND
/** An answer may still be on its way through the house when its connection is gone. */
const LOST_AFTER_MS = 2 * SECOND

export interface Verdict {
  readonly status: CommandStatus
  readonly reason: Reason | null
}
const verdict = (status: keyof typeof commandStatus, reason: Reason | null = null): Verdict => ({
  status: commandStatus[status],
  reason,
})

/** What an answer means. */
export function judgeAnswer(
  answer: string,
  isRefused: boolean,
  { isOther, isNo }: Pick<CommandProgress, 'isOther' | 'isNo'>,
): Verdict {
  if (isRefused || saysRefused(answer)) return verdict('invalid', 'refused')
  if (isNo || saysFailed(answer)) return verdict('failed', 'device_failed')
  return isOther ? verdict('failed', 'other_answer') : verdict('executed')
}

/** A command on its way, as the gateway and the device have told. */
export interface CommandProgress {
  readonly state: TransmissionState
  readonly answer: string | null
  /** The answer is none to what was sent. */
  readonly isOther: boolean
  /** The answer says in words of the device's family that it was not done. */
  readonly isNo: boolean
  readonly sent_at: number | null
  /** The gateway sends it until then, or not at all. */
  readonly gives_up_at: number
  /** Since when the connection that it was sent over is gone; null: it stands. */
  readonly lost_since: number | null
}

/** `again`: it was not sent, and waits for a connection; null: nothing new. */
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
/** Text key of a datum of a command whose number stands for words; null: its name and its value are said. */
export const phraseOf = (name: string, value: string | number | boolean): string | null =>
  phrases.includes(name) ? `commands.phrase.${name}.${Number(value) === 0 ? 0 : 1}` : null
