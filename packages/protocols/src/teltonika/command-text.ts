// Texts of our commands that every Teltonika family understands.
import type { Command } from '@flotta/core/telemetry.ts'

/** Text of a command, undefined where the family has no certain one: what an output switches is the wiring's business, not the family's. */
export function commandText({ command, command_data }: Command): string | undefined {
  if (command === 'custom') return typeof command_data.text === 'string' ? command_data.text : undefined
  return command === 'getinfo' || command === 'getver' ? command : undefined
}
