// Input of calls: the JSON of a body, and every part of a call parsed by its schema. The amount of data is checked before parsing (`bounds.ts`), so that no input can block the process.
import { UNSTORABLE } from '@flotta/core/contract.ts'
import { pathOf, wordsByField } from '@flotta/core/issues.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { complexityOf, type Excess } from './bounds.ts'

/** Drops keys that would change the prototype of an object. */
const withoutPrototype = (key: string, value: unknown): unknown =>
  key === '__proto__' ? undefined : value

/** Bodies are JSON or nothing. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'string' },
    (_request, text: string, done) => {
      if (text.trim() === '') return done(null, undefined)
      const excess = complexityOf(text)
      // Too many levels are a malformed request; too many values are one that is too large.
      if (excess !== null)
        return done(
          new Problem(excess === 'levels' ? 'bad_request' : 'too_large', 'api.too_complex'),
          undefined,
        )
      try {
        done(null, JSON.parse(text, withoutPrototype))
      } catch {
        done(new Problem('bad_request', 'api.not_json'), undefined)
      }
    },
  )
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new Problem('bad_request', 'api.not_json'), undefined),
  )
}

/** Throws `invalid` with the list or text of a body that is too large (`excessBy` of the body's schema). */
export function refuseExcess(excess: Excess | null): void {
  if (excess === null) return
  const { path, of, maximum } = excess
  const words =
    of === 'text'
      ? { key: 'validation.long_text', values: { maximum: String(maximum) } }
      : { key: 'validation.max', values: { maximum: String(maximum) } }
  throw new Problem('invalid', 'api.invalid', { [pathOf(path)]: [words] })
}

/** Parses a part of a call by its schema; texts that cannot be stored (`UNSTORABLE`) are refused wherever the schema allows a text. */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: 'bad_request' | 'invalid',
): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw new Problem(code, `api.${code}`, wordsByField(result.error, value))
  refuseUnstorable(unstorableIn(result.data), code)
  return result.data
}
function refuseUnstorable(fields: readonly string[], code: 'bad_request' | 'invalid'): void {
  if (fields.length > 0)
    throw new Problem(
      code,
      `api.${code}`,
      Object.fromEntries(fields.map(path => [path, [{ key: 'validation.nul' } satisfies Words]])),
    )
}

/** A lone surrogate in a percent-encoded address; it is no UTF-8, so the router does not decode it. */
const SENT_HALF = /%ED%[AB][0-9A-F]%[89AB][0-9A-F]/i
/** A time whose plus sign the caller did not encode: in an address `+` means a space. */
const LOST_PLUS = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/
const withPlus = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(LOST_PLUS, '$1+$2') : value
/** Parses the query of a call by its schema, as `parse`. */
export function parseQuery<S extends z.ZodType>(schema: S, query: unknown): z.output<S> {
  const fields = Object.entries(query ?? {})
  const halves = fields.flatMap(([name, value]) => (SENT_HALF.test(String(value)) ? [name] : []))
  refuseUnstorable(halves, 'invalid')
  const values = Object.fromEntries(fields.map(([name, value]) => [name, withPlus(value)]))
  return parse(schema, values, 'invalid')
}

const MOST_TOLD = 20
const EACH_UNSTORABLE = new RegExp(UNSTORABLE.source, 'gu')
/** A value and its path; the text of a path is made only for reported faults. */
interface Node {
  readonly value: unknown
  readonly key: string
  readonly parent: Node | null
}

/** Paths of texts and keys that cannot be stored. */
function unstorableIn(root: unknown): string[] {
  const paths: string[] = []
  const todo: Node[] = [{ value: root, key: '', parent: null }]
  for (let node = todo.pop(); node !== undefined && paths.length < MOST_TOLD; node = todo.pop()) {
    const { value, key } = node
    if (UNSTORABLE.test(key) || (typeof value === 'string' && UNSTORABLE.test(value)))
      paths.push(pathOfNode(node))
    else if (typeof value === 'object' && value !== null && isPlain(value))
      for (const [k, inner] of Object.entries(value))
        if (UNSTORABLE.test(k) || typeof inner === 'string' || typeof inner === 'object')
          todo.push({ value: inner, key: k, parent: node })
  }
  return paths
}
function pathOfNode(leaf: Node): string {
  const steps: string[] = []
  for (let node: Node = leaf; node.parent !== null; node = node.parent)
    steps.push(node.key.replaceAll(EACH_UNSTORABLE, ''))
  return pathOf(steps.reverse())
}
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
