// Validation faults as text keys, for the server and for forms.
import type { z } from 'zod'
import type { Words } from './problem.ts'

type Issue = z.core.$ZodIssue

/** Uses the message of the schema when it is a text key (`validation.…`, `fleets.…`) or the last word of one (`too_long`), else a text for the kind of the issue. */
export function wordsOf(issue: Issue): Words {
  if (issue.code === 'custom') {
    if (/^[a-z]\w*(\.\w+)+$/.test(issue.message)) {
      const values = valuesOf(issue.params)
      return values === undefined ? { key: issue.message } : { key: issue.message, values }
    }
    return /^[a-z][a-z_]*$/.test(issue.message)
      ? { key: `validation.${issue.message}` }
      : { key: 'validation.invalid' }
  }
  if (issue.code === 'invalid_type') {
    // zod keeps the input out of its issues; only the message contains the received type.
    if (/ (undefined|null)$/.test(issue.message)) return { key: 'validation.required' }
    return {
      key:
        issue.expected === 'int'
          ? 'validation.whole'
          : issue.expected === 'number' || issue.expected === 'nan'
            ? 'validation.number'
            : 'validation.invalid',
    }
  }
  if (issue.code === 'too_small') {
    if ((issue.origin === 'string' || issue.origin === 'array') && Number(issue.minimum) <= 1)
      return { key: 'validation.required' }
    if (issue.inclusive === false)
      return { key: 'validation.above', values: { minimum: String(issue.minimum) } }
    return {
      key: issue.origin === 'string' ? 'validation.short_text' : 'validation.min',
      values: { minimum: String(issue.minimum) },
    }
  }
  if (issue.code === 'too_big')
    return {
      key: issue.origin === 'string' ? 'validation.long_text' : 'validation.max',
      values: { maximum: String(issue.maximum) },
    }
  if (issue.code === 'invalid_value') return { key: 'validation.choice' }
  if (issue.code === 'invalid_format') {
    if (/^[a-z]\w*(\.\w+)+$/.test(issue.message)) return { key: issue.message }
    if (issue.format === 'email') return { key: 'validation.email' }
    if (issue.format === 'datetime' || issue.format === 'date') return { key: 'validation.date' }
  }
  return { key: 'validation.invalid' }
}

/** The variables of a text, as `params: { values }` of a custom rule gives them. */
function valuesOf(params: Record<string, unknown> | undefined): Words['values'] {
  const values = params?.values
  if (typeof values !== 'object' || values === null) return undefined
  const scalars = Object.entries(values).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return Object.fromEntries(scalars)
}

/** Limits of the reported fields and of the faults for each field. */
const MOST_FIELDS = 50
const MOST_FAULTS = 10
const LONGEST_PATH = 200

/** The path `a.b` of a field, cut at a maximum length. */
export function pathOf(steps: readonly PropertyKey[]): string {
  let path = ''
  for (const step of steps) {
    if (path.length > LONGEST_PATH) break
    path += `${path === '' ? '' : '.'}${String(step).slice(0, LONGEST_PATH)}`
  }
  return path.slice(0, LONGEST_PATH)
}

/** Whether the value at the path is absent, null or blank. */
function isMissing(root: unknown, steps: readonly PropertyKey[]): boolean {
  let value = root
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return false
    value = Object.hasOwn(value, step)
      ? (value as Readonly<Record<PropertyKey, unknown>>)[step]
      : undefined
  }
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/**
 * Field path (`a.b`) → its faults in order, each once.
 * A missing value is reported as required and nothing else, except that messages of custom rules stay.
 * A value of a wrong type is reported as such, without faults of further rules.
 * @param input the value that was parsed
 */
export function wordsByField(error: z.ZodError, input: unknown): Record<string, Words[]> {
  const fields = new Map<string, Words[]>()
  const odd = new Set<string>()
  for (const issue of error.issues) {
    const path = pathOf(issue.path)
    const words = fields.get(path)
    if (words === undefined && fields.size === MOST_FIELDS) break
    const isCustomRule = issue.code === 'custom'
    if (!isCustomRule) odd.add(path)
    else if (odd.has(path)) continue
    const fault =
      !isCustomRule && isMissing(input, issue.path)
        ? { key: 'validation.required' }
        : wordsOf(issue)
    if (words === undefined) fields.set(path, [fault])
    else if (
      words.length < MOST_FAULTS &&
      words[0]?.key !== 'validation.required' &&
      !words.some(w => w.key === fault.key)
    )
      words.push(fault)
  }
  return Object.fromEntries(fields)
}
