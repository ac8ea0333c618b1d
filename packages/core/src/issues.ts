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

/** Field path (`a.b`) → what is wrong with it, in order. */
export function wordsByField(error: z.ZodError): Record<string, Words[]> {
  const fields: Record<string, Words[]> = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const words = fields[path] ?? []
    words.push(wordsOf(issue))
    fields[path] = words
  }
  return fields
}
