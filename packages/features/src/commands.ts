// Every kind of command that a service has, found in the `commands.ts` of the services.
import type { CommandKind } from '@flotta/core/command.ts'

const files = import.meta.glob<{ readonly commands: readonly CommandKind[] }>(
  './services/[a-z]*/commands.ts',
  { eager: true },
)
export const commandKinds: ReadonlyMap<string, CommandKind> = new Map(
  Object.values(files).flatMap(({ commands }) => commands.map(c => [c.action, c] as const)),
)
if (commandKinds.size !== Object.values(files).flatMap(f => f.commands).length)
  throw new Error('two commands share a word')
