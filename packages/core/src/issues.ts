// What is wrong with a value, as a text key: the server and the forms say it with the same words.
import type { z } from 'zod'
import type { Words } from './problem.ts'

type Issue = z.core.$ZodIssue

/** A schema's own message counts when it is a text key (`validation.…`, `fleets.…`) or the last word of one (`too_long`); else the kind of issue says it. */
export function wordsOf(issue: Issue): Words {
  if (issue.code === 'custom') {
    if (/^[a-z]\w*(\.\w+)+$/.test(issue.message)) return { key: issue.message }
    return /^[a-z][a-z_]*$/.test(issue.message) ? { key: `validation.${issue.message}` } : { key: 'validation.invalid' }
  }
  if (issue.code === 'invalid_type') {
    // zod keeps the input out of its issues; its sentence says what was received.
    if (/ (undefined|null)$/.test(issue.message)) return { key: 'validation.required' }
    return {
      key: issue.expected === 'int' ? 'validation.whole' : issue.expected === 'number' || issue.expected === 'nan' ? 'validation.number' : 'validation.invalid',
    }
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && Number(issue.minimum) <= 1) return { key: 'validation.required' }
    if (issue.inclusive === false) return { key: 'validation.above', values: { minimum: String(issue.minimum) } }
    return { key: issue.origin === 'string' ? 'validation.short_text' : 'validation.min', values: { minimum: String(issue.minimum) } }
  }
  if (issue.code === 'too_big')
    return { key: issue.origin === 'string' ? 'validation.long_text' : 'validation.max', values: { maximum: String(issue.maximum) } }
  if (issue.code === 'invalid_value') return { key: 'validation.choice' }
  if (issue.code === 'invalid_format') {
    if (/^[a-z]\w*(\.\w+)+$/.test(issue.message)) return { key: issue.message }
    if (issue.format === 'email') return { key: 'validation.email' }
    if (issue.format === 'datetime' || issue.format === 'date') return { key: 'validation.date' }
  }
  return { key: 'validation.invalid' }
}

/** Of one value so many fields are told, each with so many faults: what a person corrects, whatever was sent. */
const MOST_FIELDS = 50
const MOST_FAULTS = 10
const LONGEST_PATH = 200

/** `a.b` of the steps to a field; one that somebody made long is cut. */
export function pathOf(steps: readonly PropertyKey[]): string {
  let path = ''
  for (const step of steps) {
    if (path.length > LONGEST_PATH) break
    path += `${path === '' ? '' : '.'}${String(step).slice(0, LONGEST_PATH)}`
  }
  return path.slice(0, LONGEST_PATH)
}

/** Field path (`a.b`) → what is wrong with it, in order. */
export function wordsByField(error: z.ZodError): Record<string, Words[]> {
  const fields = new Map<string, Words[]>()
  for (const issue of error.issues) {
    const path = pathOf(issue.path)
    const words = fields.get(path)
    if (words === undefined && fields.size === MOST_FIELDS) break
    if (words === undefined) fields.set(path, [wordsOf(issue)])
    else if (words.length < MOST_FAULTS) words.push(wordsOf(issue))
  }
  return Object.fromEntries(fields)
}
