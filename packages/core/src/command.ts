// A kind of command that a service sends to the device of a vehicle, declared in the `commands.ts` of a feature. Pure functions; the feature `commands` queues and sends commands and settles their outcome.
import { Problem } from './problem.ts'
import type { Profile } from './protocol.ts'
import type { Reading } from './reading.ts'
import type { Command } from './telemetry.ts'

/** Status codes of a command in the API. */
export const commandStatus = {
  queued: 1,
  executed: 2,
  failed: 3,
  sent: 4,
  overwritten: 5,
  timeout: 6,
  invalid: 7,
} as const
export type CommandStatus = (typeof commandStatus)[keyof typeof commandStatus]

/** What became of a text on its way to a device. */
export const transmissionStates = [
  'queued',
  'sent',
  'answered',
  'refused',
  'invalid',
  'offline',
  'expired',
  'lost',
] as const
export type TransmissionState = (typeof transmissionStates)[number]

/** Whether an answer says, in the words of any device family, that the device does not know the command or does not allow it. */
export const saysRefused = (answer: string): boolean =>
  /unknown|not recogni[sz]ed|invalid|denied/i.test(answer)
/** Whether an answer says that the command failed. */
export const saysFailed = (answer: string): boolean => /error|fail/i.test(answer)
export const saysNo = (answer: string): boolean => saysRefused(answer) || saysFailed(answer)

/** The arguments of a command besides its action: the compartment, the value, the mode. */
export type CommandArgs = Readonly<Record<string, string | number | boolean>>

/** The state of a vehicle when a command is queued, and again when it is sent. Times are epoch ms. */
export interface CommandState {
  readonly now: number
  readonly vehicle_type: string
  readonly configurations: Readonly<Record<string, string>>
  /** The wiring of the device that is mounted now: meaning → word, or `!word`. */
  readonly wiring: Readonly<Record<string, string>>
  /** null: the vehicle has never reported it. */
  readonly ignition: boolean | null
  readonly moving: boolean | null
  /** The newest value of a reading, whoever may see it. */
  latest<D extends object>(reading: Reading<D>): { readonly at: number; readonly data: D } | null
}

/** The source of the text for the device. */
export interface CommandSource<A extends CommandArgs = CommandArgs> {
  readonly profile: Pick<Profile, 'commandText'>
  readonly wiring: CommandState['wiring']
  readonly configurations: CommandState['configurations']
  readonly args: A
}

export interface CommandKind<A extends CommandArgs = CommandArgs> {
  /** Its name in the API and in the text keys `commands.action.…`; it never changes after its release. */
  readonly action: string
  /** Any one of these agreements allows the command. */
  readonly agreements: readonly number[]
  /** Waiting commands of one action with the same result are replaced by a newer one; the result is for example the compartment. */
  same(args: A): string
  /** null: the device has no such command, so the command is invalid. */
  text(source: CommandSource<A>): string | null
  /** The reason why the command must not be sent now, or null. It is checked when the command is queued and again when it is sent. */
  refuse(state: CommandState, args: A): Problem | null
  /** Name → value, as histories show them. */
  command_data(args: A): CommandArgs
}
/** Declares a kind of command. Only the kind itself knows the type of its arguments. */
export const commandKind = <A extends CommandArgs>(kind: CommandKind<A>): CommandKind => kind

/** The command cannot be sent now because of an interlock or of the state of the vehicle. */
export const commandRefusal = (key: string): Problem => new Problem('conflict', key)

/** The text that sets a wired output of a vehicle; null: nothing is wired to this meaning, or it cannot be switched. */
export function switchText(
  { profile, wiring }: Pick<CommandSource, 'profile' | 'wiring'>,
  meaning: string,
  on: boolean,
): string | null {
  const wiredOutput = wiring[meaning]
  if (wiredOutput === undefined) return null
  const isInverted = wiredOutput.startsWith('!')
  const command: Omit<Command, 'id'> = {
    command: 'switch',
    command_data: {
      output: isInverted ? wiredOutput.slice(1) : wiredOutput,
      on: on !== isInverted,
    },
  }
  return profile.commandText?.({ id: 0, ...command }) ?? null
}

/** The reporting interval that is sent to a family for a requested number of seconds: limited to its range and rounded to its steps. */
export function intervalWithin(
  { seconds }: Command['command_data'],
  least: number,
  most: number,
  step = 1,
): number | undefined {
  return typeof seconds === 'number' && seconds >= least && seconds <= most && seconds % step === 0
    ? seconds
    : undefined
}

/** A template with values for its `{names}`; null: there is no template, or a name has no value. */
export function filledTemplate(template: string | undefined, values: CommandArgs): string | null {
  if (template === undefined || template === '') return null
  let isComplete = true
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (Object.hasOwn(values, name)) return String(values[name])
    isComplete = false
    return ''
  })
  return isComplete ? text : null
}
