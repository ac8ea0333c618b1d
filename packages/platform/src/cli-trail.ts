// The audit trail of the command line: who changed what, when, with which arguments and which outcome. Secrets among the arguments are left out.
import { hostname, userInfo } from 'node:os'
import { Problem } from '@flotta/core/problem.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Command, ParsedCommand } from './cli.ts'
import type { Db, Tx } from './db.ts'
import type { Context } from './feature.ts'
import { withLastStep } from './last-step.ts'

/** Verbs that change nothing. Every other verb is recorded. */
const READ_VERBS: ReadonlySet<string> = new Set([
  'list',
  'show',
  'count',
  'unclaimed',
  'verify',
  'keys',
])

/** Runs a command and records it, in the transaction of its work where it has one, so that neither exists without the other. */
export async function runAudited(
  { command, args }: Pick<ParsedCommand, 'command' | 'args'>,
  ctx: Context,
): Promise<unknown> {
  if (READ_VERBS.has(command.verb)) return command.run(args, ctx)
  let isAudited = false
  const auditResult = async (db: Db | Tx, result: unknown) => {
    if (isAudited) return
    const { id } = (result ?? {}) as { readonly id?: unknown }
    await audit(db, ctx, command, args, typeof id === 'number' ? id : null, null)
    isAudited = true
  }
  try {
    const result = await command.run(args, { ...ctx, db: withLastStep(ctx.db, auditResult) })
    await auditResult(ctx.db, result)
    return result
  } catch (error) {
    // An unexpected error may contain anything, so only the fact that it failed is recorded.
    await audit(
      ctx.db,
      ctx,
      command,
      args,
      null,
      error instanceof Problem ? error.words.key : 'failed',
    ).catch(() => {})
    throw error
  }
}

async function audit(
  db: Db | Tx,
  { now }: Context,
  command: Command,
  args: object,
  record_id: number | null,
  error: string | null,
): Promise<void> {
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

/** The account of the operating system; its number where it has no name. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '?')
  }
}
