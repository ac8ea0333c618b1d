// The provider's command line: finds the commands of all features, opens the database (that of the running server, or the embedded one), and runs one
// command.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '@flotta/core/problem.ts'
import { migrations } from '@flotta/features/migrations.ts'
import { loadSay } from '@flotta/features/texts/texts.ts'
import {
  type Command,
  command,
  type ParsedCommand,
  parseCommandLine,
  UsageError,
} from '@flotta/platform/cli.ts'
import {
  isRecordStream,
  languageOf,
  printable,
  problemLines,
  recordStreamText,
} from '@flotta/platform/cli-output.ts'
import { runAudited } from '@flotta/platform/cli-trail.ts'
import { type Config, ConfigError, readConfig } from '@flotta/platform/config.ts'
import { isTransient } from '@flotta/platform/db.ts'
import { z } from 'zod'
import { version } from '../../../package.json'
import { batchCommand, runBatch } from './batch-command.ts'
import { openPlatform, type Platform, reasonOf } from './context.ts'
import { doctorCommand, doctorLines, examineIn } from './doctor/doctor.ts'
import { exitCode } from './doctor/rules.ts'
import { replayCommand } from './replay-command.ts'

const featureCommands = Object.values(
  import.meta.glob<readonly Command[]>('../../features/src/[a-z]*/[a-z]*/cli.ts', {
    eager: true,
    import: 'commands',
  }),
).flat()
/** The migrations that opening the database applied. */
let appliedMigrations: readonly string[] = []
const migrateCommand = command({
  noun: 'migrate',
  verb: '',
  summary:
    'Bring the database to this version; servers that were started with FLOTTA_MIGRATE=0 wait for it',
  options: z.object({}),
  run: async () => appliedMigrations.map(migration => ({ migration })),
})
const commands = [
  ...featureCommands,
  replayCommand,
  migrateCommand,
  doctorCommand,
  batchCommand,
].sort((a, b) => (a.noun === b.noun ? 0 : a.noun < b.noun ? -1 : 1))

// This constant is declared above the code that runs at once, because constants below it are not initialised yet.
const SIGNALS = [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const

process.exitCode = await main(process.argv.slice(2))

/** Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
async function main(argv: readonly string[]): Promise<number> {
  let config: Config | null = null
  let ended: number | null = null
  const say = await loadSay()
  const language = languageOf(process.env)
  const explain = (error: unknown) => explanationOf(error, config, { language, say })
  try {
    const request = parseCommandLine(argv, commands)
    if (request.kind === 'help') {
      process.stdout.write(request.text)
      return 0
    }
    config = readConfig(process.env)
    const { command: selectedCommand, args, json } = request
    const note = (line: string) => process.stderr.write(`${line}\n`)
    const print = (result: unknown) => printResult(result, json, selectedCommand)
    // The exit code says whether the installation has faults.
    if (selectedCommand === doctorCommand) {
      // Programs read the same words in every language.
      const lines = await examineIn(json ? 'en' : language, config, say)
      process.stdout.write(`${json ? JSON.stringify(lines, null, 2) : doctorLines(lines)}\n`)
      return exitCode(lines)
    }
    if (selectedCommand.runStandalone) {
      await print(
        await selectedCommand.runStandalone(args, {
          config,
          version,
          migrations,
          note,
          signal: abortOnSignal(number => (ended = 128 + number)),
        }),
      )
      return 0
    }
    const opening = openPlatform(
      { ...config, FLOTTA_LOG_LEVEL: 'error', databaseConnections: 4 },
      {
        application: 'flotta command',
        say,
        note,
        schema: config.FLOTTA_MIGRATE || selectedCommand === migrateCommand ? 'migrate' : 'refuse',
      },
    )
    const isInterrupted = onSignals(opening)
    const platform = await opening
    appliedMigrations = platform.migrated
    try {
      if (selectedCommand === batchCommand) {
        await runStandardInput(platform.ctx, explain)
        return 0
      }
      await print(await runAudited(request, platform.ctx))
      return 0
    } finally {
      await (isInterrupted() ?? platform.close())
    }
  } catch (error) {
    process.stderr.write(
      `${ended === null ? await explain(error) : 'Interrupted: what was begun is put away'}\n`,
    )
    return ended ?? (error instanceof UsageError ? 2 : 1)
  }
}

/** Runs the commands that the standard input holds, one on each line. */
async function runStandardInput(
  ctx: Platform['ctx'],
  explain: (error: unknown) => Promise<string>,
): Promise<void> {
  const lines = createInterface({ input: process.stdin })
  const steps = { run: (one: ParsedCommand) => runAudited(one, ctx), explain }
  for await (const answer of runBatch(lines, commands, steps)) process.stdout.write(`${answer}\n`)
}

async function printResult(
  result: unknown,
  json: boolean,
  { columns = [] }: Command,
): Promise<void> {
  if (isRecordStream(result)) {
    await pipeline(Readable.from(recordStreamText(result, columns, json)), process.stdout, {
      end: false,
    }).catch(error => {
      // The reader of the output has closed it, as `head` does.
      if (error.code !== 'EPIPE') throw error
    })
    return
  }
  const text = json
    ? JSON.stringify(result ?? null, null, 2)
    : printable(result, columns.length === 0 ? undefined : columns)
  if (text) process.stdout.write(`${text}\n`)
}

interface Words {
  readonly language: ReturnType<typeof languageOf>
  readonly say: Awaited<ReturnType<typeof loadSay>>
}
/** Explains why a command failed, for the person who typed it. */
async function explanationOf(
  error: unknown,
  config: Config | null,
  { language, say }: Words,
): Promise<string> {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message
  if (error instanceof Problem) return problemLines(error, language, say)
  const reason = await reasonOf(error, config)
  if (reason !== (error as { stack?: unknown }).stack) return reason
  if (isTransient(error))
    return `The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`
  return error instanceof Error && process.env.FLOTTA_LOG_LEVEL !== 'debug' ? error.message : reason
}

/** Returns a signal that Ctrl-C aborts, for a command that cleans up by itself. */
function abortOnSignal(onSignal: (number: number) => void): AbortSignal {
  const controller = new AbortController()
  for (const [signal, number] of SIGNALS)
    process.on(signal, () => {
      onSignal(number)
      controller.abort(new Error('interrupted'))
    })
  return controller.signal
}

/**
 * On Ctrl-C in the middle of a command, closes the database as at its end, so that no database that the command has started is left running. The
 * returned function gives that work, or null when there was no signal.
 */
function onSignals(opening: Promise<Platform>): () => Promise<void> | null {
  let closing: Promise<void> | null = null
  for (const [signal, number] of SIGNALS)
    process.on(signal, () => {
      closing ??= opening
        .then(platform => platform.close())
        .finally(() => process.exit(128 + number))
    })
  return () => closing
}
