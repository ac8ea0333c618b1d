// A command that a service gives to a vehicle's device: a value that its owner declares in a `commands.ts`. Pure; it is queued, sent and settled by the feature `commands`.
import { Problem } from './problem.ts'
import type { Profile } from './protocol.ts'
import type { Reading } from './reading.ts'
import type { Command } from './telemetry.ts'

/** Status codes of a command on the wire (S §4). */
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

/** What is asked for beside the action: the compartment, the value, the mode. */
export type CommandArgs = Readonly<Record<string, string | number | boolean>>

/** What is known of a vehicle when a command is given, and again when it is sent. Times are epoch ms. */
export interface CommandState {
  readonly now: number
  readonly vehicle_type: string
  readonly configurations: Readonly<Record<string, string>>
  /** Of the device that is mounted now: meaning → word, or `!word`. */
  readonly wiring: Readonly<Record<string, string>>
  /** null: it never told. */
  readonly ignition: boolean | null
  readonly moving: boolean | null
  /** The newest value of a reading, whoever may see it. */
  latest<D extends object>(reading: Reading<D>): { readonly at: number; readonly data: D } | null
}

/** What the text for the device is made from. */
export interface CommandSource<A extends CommandArgs = CommandArgs> {
  readonly profile: Pick<Profile, 'commandText'>
  readonly wiring: CommandState['wiring']
  readonly configurations: CommandState['configurations']
  readonly args: A
}

export interface CommandKind<A extends CommandArgs = CommandArgs> {
  /** Its word on the wire and in `commands.action.…`; never changed once released. */
  readonly action: string
  /** Any one of these lets its holder give it. */
  readonly agreements: readonly number[]
  /** Commands of one action that are one kind, so that a newer one replaces it while it waits: the compartment. */
  same(args: A): string
  /** null: this device has none, so the command is invalid. */
  text(source: CommandSource<A>): string | null
  /** Why it must not be given now; asked when it is queued and again when it is sent. */
  refuse(state: CommandState, args: A): Problem | null
  /** Name → value, as histories show it. */
  command_data(args: A): CommandArgs
}
/** Declares a kind of command; what it is asked with is known to it alone. */
export const commandKind = <A extends CommandArgs>(kind: CommandKind<A>): CommandKind =>
  kind as unknown as CommandKind

/** It cannot be given now: an interlock, or a state that does not suit it (decisions 18 "Refusals"). */
export const commandRefusal = (key: string): Problem => new Problem('conflict', key)

/** The text that sets a vehicle's wired output; null: nothing is wired to that meaning, or what is wired there cannot be switched. */
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

/** A template with its `{names}` filled in; null: there is none, or a name has no value. */
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
