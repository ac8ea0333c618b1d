// batch: runs many commands in one process, because starting the process takes most of a command's time. Each line of the standard input is one
// command, each line of the output is its answer.
import {
  type Command,
  command,
  type ParsedCommand,
  parseCommandLine,
  UsageError,
} from '@flotta/platform/cli.ts'
import { isRecordStream } from '@flotta/platform/cli-output.ts'
import { z } from 'zod'

export const batchCommand = command({
  noun: 'batch',
  verb: '',
  summary:
    'Run commands from the standard input: a line is a JSON array of words, ["vehicle", "list"]; each answer is a line, {"result": …} or {"error": "…"}',
  options: z.object({}),
  run: () => Promise.reject(new Error('batch is run by the command line itself')),
})

/** Runs a command, and explains its failure to a person. */
export interface BatchSteps {
  readonly run: (request: ParsedCommand) => Promise<unknown>
  readonly explain: (error: unknown) => Promise<string>
}

const Words = z.array(z.string())

/** Executes each command in turn and returns its answer (installation.73); a failed one does not end the others. */
export async function* runBatch(
  lines: AsyncIterable<string>,
  commands: readonly Command[],
  { run, explain }: BatchSteps,
): AsyncGenerator<string> {
  for await (const line of lines) {
    if (line.trim() === '') continue
    try {
      const result = await run(parseBatchLine(line, commands))
      yield JSON.stringify({
        result: (isRecordStream(result) ? await recordsOf(result) : result) ?? null,
      })
    } catch (error) {
      yield JSON.stringify({ error: await explain(error) })
    }
  }
}

async function recordsOf(stream: AsyncIterable<object>): Promise<object[]> {
  const records: object[] = []
  for await (const record of stream) records.push(record)
  return records
}

function parseBatchLine(line: string, commands: readonly Command[]): ParsedCommand {
  const words = Words.safeParse(readJson(line))
  if (!words.success) throw new UsageError('a line is a JSON array of words: ["vehicle", "list"]')
  // `-` makes a command read the standard input, which holds the commands of the batch.
  if (words.data.includes('-')) throw new UsageError('"-" cannot be used in a batch')
  const request = parseCommandLine(words.data, commands)
  if (request.kind === 'help') throw new UsageError(request.text)
  if (request.command.runStandalone || request.command.noun === batchCommand.noun)
    throw new UsageError(
      `${[request.command.noun, request.command.verb].filter(Boolean).join(' ')} runs alone, not in a batch`,
    )
  return request
}

/** undefined: the text is not JSON. */
function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
