// What the command line prints: tables and lines for people, CSV and streams of records for programs, problems.
import { acceptLanguage, type Language } from '@flotta/core/languages.ts'
import type { Problem } from '@flotta/core/problem.ts'
import type { Context } from './feature.ts'

export const table = (rows: readonly (readonly string[])[]) => {
  const width = Math.max(...rows.map(r => r[0]?.length ?? 0))
  return rows.map(([a = '', b = '']) => `  ${a.padEnd(width)}  ${b}`).join('\n')
}

/** The output for people: a list as a table, a record as lines. */
export function printable(result: unknown, columns?: readonly string[]): string {
  if (result === undefined || result === null) return ''
  if (typeof result === 'string') return result
  const cell = (v: unknown) =>
    v === null || v === undefined
      ? '—'
      : v instanceof Date
        ? v.toISOString()
        : typeof v === 'object'
          ? JSON.stringify(v)
          : String(v)
  if (!Array.isArray(result)) {
    const entries = Object.entries(result as object)
    const width = Math.max(0, ...entries.map(([k]) => k.length))
    return entries.map(([k, v]) => `${k.padEnd(width)}  ${cell(v)}`).join('\n')
  }
  if (result.length === 0) return '(none)'
  const keys = columns ?? Object.keys(result[0] as object)
  const rows = [
    keys.map(String),
    ...result.map(r => keys.map(k => cell((r as Record<string, unknown>)[k]))),
  ]
  const widths = keys.map((_, i) => Math.max(...rows.map(r => r[i]?.length ?? 0)))
  return rows
    .map(r =>
      r
        .map((v, i) => v.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const isRecordStream = (result: unknown): result is AsyncIterable<object> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** About how many characters are written at once. */
const PART_CHARACTERS = 65_536
/** Many records as the parts of a text. */
export async function* recordStreamText(
  records: AsyncIterable<object>,
  columns: readonly string[],
  json: boolean,
): AsyncGenerator<string> {
  let text = json ? '[' : `${columns.join(',')}\n`
  let separator = '\n'
  for await (const record of records) {
    text += json
      ? `${separator}${JSON.stringify(record)}`
      : `${columns.map(name => csvCell((record as Record<string, unknown>)[name])).join(',')}\n`
    separator = ',\n'
    if (text.length < PART_CHARACTERS) continue
    yield text
    text = ''
  }
  yield json ? `${text}\n]\n` : text
}
/** Without an exponent, which not every program that reads CSV understands. */
const decimalText = (value: number): string =>
  String(value).includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : String(value)
function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'number'
        ? decimalText(value)
        : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The reader's language from the environment; English where the product does not have it. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const tag = (env.LC_ALL || env.LC_MESSAGES || env.LANG || '').slice(0, 2).toLowerCase()
  return ['it', 'en', 'es', 'de'].includes(tag) ? acceptLanguage(tag) : 'en'
}

/** A problem as lines for stderr. */
export function problemLines(problem: Problem, language: Language, say: Context['say']): string {
  const fields = Object.entries(problem.fields).flatMap(([key, words]) =>
    words.map(w => `  ${key}: ${say(language, w)}`),
  )
  return [say(language, problem.words), ...fields].join('\n')
}
