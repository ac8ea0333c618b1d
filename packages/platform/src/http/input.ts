// What comes in: JSON of a body, and every part of a call by its schema. The time and memory that a part takes grow with its length alone, whatever it holds.
import { pathOf, wordsByField } from '@flotta/core/issues.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/** A key that would reach an object's prototype is dropped. */
const harmless = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** Bodies are JSON or nothing. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text, harmless))
    } catch {
      done(new Problem('bad_request', 'api.not_json'), undefined)
    }
  })
  app.addContentTypeParser('*', (_request, _payload, done) => done(new Problem('bad_request', 'api.not_json'), undefined))
}

/** A part of a call by its schema; texts that hold NUL, which PostgreSQL cannot store, are refused wherever the schema lets them stand. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, code: 'bad_request' | 'invalid'): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Problem(code, `api.${code}`, wordsByField(parsed.error, value))
  const fields = withNul(parsed.data)
  if (fields.length > 0) throw new Problem(code, `api.${code}`, Object.fromEntries(fields.map(path => [path, [{ key: 'validation.nul' } satisfies Words]])))
  return parsed.data
}

const NUL = '\u0000'
const MOST_NULS = 20
/** A value and the way to it: paths are spelt only for what is found. */
interface Node {
  readonly value: unknown
  readonly key: string
  readonly parent: Node | null
}

/** Paths of texts and keys that hold NUL. */
function withNul(root: unknown): string[] {
  const found: string[] = []
  const todo: Node[] = [{ value: root, key: '', parent: null }]
  for (let node = todo.pop(); node !== undefined && found.length < MOST_NULS; node = todo.pop()) {
    const { value, key } = node
    if (key.includes(NUL) || (typeof value === 'string' && value.includes(NUL))) found.push(spelt(node))
    else if (typeof value === 'object' && value !== null && isPlain(value))
      for (const [k, inner] of Object.entries(value))
        if (k.includes(NUL) || typeof inner === 'string' || typeof inner === 'object') todo.push({ value: inner, key: k, parent: node })
  }
  return found
}
function spelt(leaf: Node): string {
  const steps: string[] = []
  for (let node: Node = leaf; node.parent !== null; node = node.parent) steps.push(node.key.replaceAll(NUL, ''))
  return pathOf(steps.reverse())
}
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
