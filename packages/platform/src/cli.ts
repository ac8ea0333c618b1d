// The provider's command line. Each command is a value in the `cli.ts` of a feature, found by its folder. Parsing, help and errors are the same for
// all.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { table } from './cli-output.ts'
import type { Config } from './config.ts'
import type { Context } from './feature.ts'

/** The environment of a command before anything is opened. */
export interface CliEnvironment {
  readonly config: Config
  /** The product's version. */
  readonly version: string
  /** Path → SQL of the product's migrations. */
  readonly migrations: Readonly<Record<string, string>>
  /** Reports progress to the person. */
  readonly note: (line: string) => void
  /** Aborted when somebody ends the command. */
  readonly signal: AbortSignal
}

export interface Command {
  readonly noun: string
  readonly verb: string
  readonly summary: string
  /** Keys are the flags (`--customer`), descriptions their help; a boolean flag takes no value. */
  readonly options: z.ZodObject
  /** The key in `options` of the one argument that needs no flag. */
  readonly argument?: string
  /** Columns of the table for people; `--json` prints everything. */
  readonly columns?: readonly string[]
  /** `run` returns many records as an async iterable. They are printed as CSV of `columns`, or as JSON with `--json`. */
  readonly output?: 'csv'
  /** Returns what is printed: a record or a list of records. */
  readonly run: (args: never, ctx: Context) => Promise<unknown>
  /** Replaces `run` for a command that needs the database unchanged, or no database: nothing is opened, migrated or recorded. */
  readonly runStandalone?: (args: never, environment: CliEnvironment) => Promise<unknown>
}
export const command = <S extends z.ZodObject>(
  definition: Omit<Command, 'options' | 'run'> & {
    readonly options: S
    readonly run: (args: z.output<S>, ctx: Context) => Promise<unknown>
  },
): Command => definition

/** A command that runs before anything is opened. */
export const standaloneCommand = <S extends z.ZodObject>(
  definition: Omit<Command, 'options' | 'run' | 'runStandalone'> & {
    readonly options: S
    readonly runStandalone: (args: z.output<S>, environment: CliEnvironment) => Promise<unknown>
  },
): Command => ({
  ...definition,
  run: () => Promise.reject(new Error(`${definition.noun} ${definition.verb} runs alone`)),
})

/** The command that a person types before the noun: an installation has the program, a checkout only the npm script. */
export const PROGRAM =
  basename(process.argv[1] ?? '') === 'flotta' ? 'flotta' : 'npm run -s flotta --'

/** Wrong usage: exit code 2, and the message says what to type instead. */
export class UsageError extends Error {}

export interface ParsedCommand {
  readonly command: Command
  readonly args: never
  readonly json: boolean
}
export type Request =
  | { readonly kind: 'help'; readonly text: string }
  | ({ readonly kind: 'run' } & ParsedCommand)

/** Throws UsageError; never touches anything. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): Request {
  const [noun, verb, ...rest] = argv
  const help = argv.includes('--help') || argv.includes('-h')
  if (noun === undefined || noun.startsWith('-')) {
    if (help || argv.length === 0) return { kind: 'help', text: overview(commands) }
    throw new UsageError(`unknown option ${noun}\nType: ${PROGRAM} --help`)
  }
  const candidates = commands.filter(c => c.noun === noun)
  if (candidates.length === 0)
    throw new UsageError(
      `unknown noun "${noun}"; there are: ${[...new Set(commands.map(c => c.noun))].join(', ')}\nType: ${PROGRAM} --help`,
    )
  // The only command of a noun may have no verb; its arguments follow the noun (`replay track.gpx`).
  const verbless = candidates.find(c => c.verb === '')
  const command = verbless ?? candidates.find(c => c.verb === verb)
  if (!command) {
    if (help && (verb === undefined || verb.startsWith('-')))
      return { kind: 'help', text: overview(candidates) }
    throw new UsageError(
      `${verb === undefined ? `${noun} needs a verb` : `unknown verb "${verb}" of ${noun}`}; there are: ${candidates.map(c => c.verb).join(', ')}\nType: ${PROGRAM} ${noun} --help`,
    )
  }
  if (help) return { kind: 'help', text: usage(command) }
  return { kind: 'run', command, ...parseOptions(command, verbless ? argv.slice(1) : rest) }
}

function parseOptions(c: Command, argv: readonly string[]): { args: never; json: boolean } {
  const usageError = (fault: string) =>
    new UsageError(`${fault}\nType: ${example(c)}\nHelp: ${PROGRAM} ${name(c)} --help`)
  const flags = Object.keys(c.options.shape).filter(k => k !== c.argument)
  let values: Record<string, string | boolean | undefined>
  let positionals: string[]
  try {
    const parsedArguments = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        ...Object.fromEntries(
          flags.map(k => [k, { type: isFlag(c, k) ? 'boolean' : 'string' } as const]),
        ),
      },
    })
    ;({ positionals } = parsedArguments)
    values = parsedArguments.values as Record<string, string | boolean | undefined>
  } catch (error) {
    throw usageError(
      error instanceof Error ? error.message.replace(/\. To specify.*$/s, '') : String(error),
    )
  }
  const { json, ...options } = values
  if (positionals.length > (c.argument ? 1 : 0))
    throw usageError(`unexpected argument "${positionals[c.argument ? 1 : 0]}"`)
  const result = c.options.safeParse({
    ...options,
    ...(c.argument && positionals.length ? { [c.argument]: positionals[0] } : {}),
  })
  if (!result.success) {
    const issue = result.error.issues[0]
    const key = String(issue?.path[0])
    const flag = key === c.argument ? `<${key}>` : `--${key}`
    const missing = options[key] === undefined && !(key === c.argument && positionals.length)
    throw usageError(
      missing
        ? `${flag} is missing (${describe(c, key)})`
        : `${flag} ${String(options[key] ?? positionals[0])} is not allowed${reasonOf(issue?.message)} (${describe(c, key)})`,
    )
  }
  return { args: result.data as never, json: json === true }
}

/** The reason of the schema; keys of texts, which only a running command can say, are left to the description. */
const reasonOf = (message = ''): string =>
  message === '' || /^[a-z]\w*(\.\w+)+$/.test(message) ? '' : `: ${message}`
const name = (c: Command) => (c.verb ? `${c.noun} ${c.verb}` : c.noun)
const field = (c: Command, key: string) => c.options.shape[key] as z.ZodType | undefined
const describe = (c: Command, key: string) => field(c, key)?.description ?? key
const isRequired = (c: Command, key: string) => !field(c, key)?.safeParse(undefined).success
function isFlag(c: Command, key: string): boolean {
  let type = field(c, key)
  while (type instanceof z.ZodOptional || type instanceof z.ZodDefault)
    type = type.unwrap() as z.ZodType
  return type instanceof z.ZodBoolean
}
const placeholder = (c: Command, key: string) =>
  isFlag(c, key) ? `--${key}` : `--${key} ${key.toUpperCase()}`
const example = (c: Command) =>
  [
    PROGRAM,
    name(c),
    ...(c.argument ? [isRequired(c, c.argument) ? `<${c.argument}>` : `[${c.argument}]`] : []),
    ...Object.keys(c.options.shape)
      .filter(k => k !== c.argument && isRequired(c, k))
      .map(k => placeholder(c, k)),
  ].join(' ')

function usage(c: Command): string {
  const rows = Object.keys(c.options.shape).map(k => [
    k === c.argument ? `<${k}>` : placeholder(c, k),
    `${describe(c, k)}${isRequired(c, k) ? '' : ' (optional)'}`,
  ])
  return `${c.summary}\n\n  ${example(c)}\n\n${table([...rows, ['--json', 'print JSON instead of a table (optional)']])}\n`
}
const overview = (commands: readonly Command[]) =>
  `Usage: ${PROGRAM} <noun> <verb> [options]\n\n${table(commands.map(c => [name(c), c.summary]))}\n\nEach with --help and --json.\n`
