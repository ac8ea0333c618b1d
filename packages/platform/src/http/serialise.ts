// JSON of an answer, compiled from its zod schema: fields that the schema does not name are not sent.
import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const jsonType = (value: unknown): string | undefined =>
  value === null
    ? 'null'
    : typeof value === 'number'
      ? 'number'
      : typeof value === 'string' || typeof value === 'boolean'
        ? typeof value
        : undefined

/**
 * Simplifies a schema for writing: formats, patterns and bounds were checked when the data was stored, and alternatives of one plain type become that
 * type, so that the writer need not try each.
 */
function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean)
  if (!isObject(schema)) return schema
  const plainSchema = Object.fromEntries(
    Object.entries(schema).flatMap(([k, v]) => {
      if (
        [
          'format',
          'pattern',
          'minimum',
          'maximum',
          'minLength',
          'maxLength',
          '$schema',
          'default',
          'exclusiveMinimum',
        ].includes(k) &&
        !isObject(v)
      )
        return []
      if (k === 'properties' && isObject(v))
        return [[k, Object.fromEntries(Object.entries(v).map(([name, s]) => [name, lean(s)]))]]
      return [[k, lean(v)]]
    }),
  )
  if ('const' in plainSchema) return { type: jsonType(plainSchema.const) }
  if (Array.isArray(plainSchema.enum)) {
    const types = new Set(plainSchema.enum.map(jsonType))
    if (types.size === 1) return { type: [...types][0] }
  }
  if (Array.isArray(plainSchema.anyOf)) {
    const options = plainSchema.anyOf.filter((o): o is Json => isObject(o) && o.type !== 'null')
    const nullable = options.length < plainSchema.anyOf.length
    const [first] = options
    const plain = options.every(
      o =>
        typeof o.type === 'string' &&
        o.type === first?.type &&
        o.type !== 'object' &&
        o.type !== 'array',
    )
    if (first && (options.length === 1 || plain))
      return nullable ? { ...first, nullable: true } : first
  }
  // A whole number is written like any number.
  if (plainSchema.type === 'integer') return { ...plainSchema, type: 'number' }
  return plainSchema
}

/** The JSON Schema of a zod schema's output, in the form that fast-json-stringify writes fastest. */
export const outSchema = (schema: z.ZodType): Json =>
  lean(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', reused: 'inline' })) as Json

/**
 * `(value) => JSON`, compiled at the first value, since it takes milliseconds and most schemas are never used. Throws when a value lacks a required
 * field, because such an answer is a bug that must be noticed.
 */
export function serialiser(schema: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined
  return value => {
    write ??= fastJson(outSchema(schema) as unknown as Parameters<typeof fastJson>[0])
    return write(value)
  }
}
