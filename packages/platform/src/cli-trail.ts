// The trail of the provider's commands: who changed what by the command line, when, with which arguments and with what outcome. Secrets among the arguments are left out.
import { hostname, userInfo } from 'node:os'
import { Problem } from '@flotta/core/problem.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Command, Parsed } from './cli.ts'
import type { Context } from './feature.ts'

/** Verbs that change nothing; every other one is kept. */
const READING: ReadonlySet<string> = new Set(['list', 'show', 'count', 'unclaimed'])

/** Runs a command, and keeps what it was. */
export async function runKept({ command, args }: Pick<Parsed, 'command' | 'args'>, ctx: Context): Promise<unknown> {
  if (READING.has(command.verb)) return command.run(args, ctx)
  try {
    const result = await command.run(args, ctx)
    const { id } = (result ?? {}) as { readonly id?: unknown }
    await keep(ctx, command, args, typeof id === 'number' ? id : null, null)
    return result
  } catch (error) {
    // a failure that is no refusal may say anything: only that it was one is kept
    await keep(ctx, command, args, null, error instanceof Problem ? error.words.key : 'failed').catch(() => {})
    throw error
  }
}

async function keep({ db, now }: Context, command: Command, args: object, record_id: number | null, error: string | null): Promise<void> {
  const name = [command.noun, command.verb].filter(Boolean).join(' ')
  await sql`insert into provider_commands (at, account, host, command, arguments, record_id, error)
    values (${new Date(now())}, ${account()}, ${hostname()}, ${name}, ${JSON.stringify(withoutSecrets(command, args))}::jsonb, ${record_id}, ${error})`.execute(
    db,
  )
}

/** An option is secret where its schema says `.meta({ secret: true })`. */
const withoutSecrets = (command: Command, args: object): object =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const schema = command.options.shape[key] as z.ZodType | undefined
      return [key, value !== undefined && schema?.meta()?.secret === true ? '…' : value]
    }),
  )

/** Of the operating system; its number where it has no name. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '?')
  }
}
