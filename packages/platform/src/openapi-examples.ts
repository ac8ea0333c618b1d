// Examples for the records in the OpenAPI document, made from their schemas with values that fit the names of the fields.
type Json = Record<string, unknown>

/** By the end of a field's name; the first match is used. */
const BY_NAME: readonly (readonly [name: RegExp, value: string | number])[] = [
  [/plate$/, 'GA123BC'],
  [/latitude$/, 45.4642],
  [/longitude$/, 9.19],
  [/(^|_)email$|recipient$/, 'ada.rossi@example.com'],
  [/surname$/, 'Rossi'],
  [/(^|_)name$/, 'Ada'],
  [/timezone$/, 'Europe/Rome'],
  [/language$/, 'it'],
  [/phone/, '+390212345678'],
  [/color$/, '#1f6feb'],
  [/(^|_)url$/, 'https://example.com/flotta'],
  [/speed$/, 62],
  [/direction$/, 90],
  [/odometer$|(^|_)km$/, 128_450],
  [/setpoint_t\d$/, -20],
  [/^T\d$/, -19.4],
  [/per_100_km$/, 24.8],
  [/address$/, 'Via Torino 1, Milano'],
  [/imei$|identifier$/, '356307042441013'],
]
const INSTANT = '2026-11-26T08:30:00Z'
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': INSTANT,
  date: '2026-11-26',
  uuid: '0b0f6f6e-6f0c-4a55-9d3c-0d9b8e1f2a34',
  email: 'ada.rossi@example.com',
  uri: 'https://example.com/flotta',
}
/** Largest depth of nested records in an example. */
const MOST_DEPTH = 6

class ExampleWriter {
  readonly #schemas: Json
  constructor(schemas: Json) {
    this.#schemas = schemas
  }

  /** undefined: no value is known that certainly satisfies the schema. */
  exampleOf(schema: unknown, name = '', depth = 0): unknown {
    if (typeof schema !== 'object' || schema === null || depth > MOST_DEPTH) return undefined
    const s = schema as Json
    if (typeof s.$ref === 'string')
      return this.exampleOf(this.#schemas[s.$ref.split('/').at(-1) ?? ''], name, depth + 1)
    if ('const' in s) return s.const
    if ('default' in s) return s.default
    if (Array.isArray(s.enum)) return s.enum[0]
    for (const list of [s.anyOf, s.oneOf])
      if (Array.isArray(list)) return this.#firstOf(list, name, depth)
    if (Array.isArray(s.allOf)) return undefined
    const type = Array.isArray(s.type) ? s.type.find(one => one !== 'null') : s.type
    return this.#ofType({ ...s, type }, name, depth)
  }

  #firstOf(list: readonly unknown[], name: string, depth: number): unknown {
    for (const one of list) {
      if ((one as Json).type === 'null') continue
      const value = this.exampleOf(one, name, depth)
      if (value !== undefined) return value
    }
    return list.some(one => (one as Json).type === 'null') ? null : undefined
  }

  #ofType(s: Json, name: string, depth: number): unknown {
    switch (s.type) {
      case 'object':
        return this.#object(s, depth)
      case 'array': {
        if (Array.isArray(s.prefixItems)) return undefined
        const item = this.exampleOf(s.items, name.replace(/s$/, ''), depth + 1)
        return item === undefined ? (s.minItems === undefined ? [] : undefined) : [item]
      }
      case 'boolean':
        return true
      case 'integer':
      case 'number':
        return numberFor(s, name)
      case 'string':
        return textFor(s, name)
      case 'null':
        return null
      default:
        return undefined
    }
  }

  #object({ properties = {}, required = [] }: Json, depth: number): Json | undefined {
    const example: Json = {}
    for (const [field, schema] of Object.entries(properties as Json)) {
      const value = this.exampleOf(schema, field, depth + 1)
      if (value !== undefined) example[field] = value
      else if ((required as readonly string[]).includes(field)) return undefined
    }
    return example
  }
}
const byName = (name: string): string | number | undefined =>
  BY_NAME.find(([pattern]) => pattern.test(name))?.[1]

function numberFor(s: Json, name: string): number | undefined {
  const fieldValue = byName(name)
  const candidates = [typeof fieldValue === 'number' ? fieldValue : 1, 1, s.minimum, s.maximum]
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = s
  return candidates.find(
    (value): value is number =>
      typeof value === 'number' &&
      value >= Number(minimum) &&
      value <= Number(maximum) &&
      value > Number(exclusiveMinimum) &&
      (s.type !== 'integer' || Number.isInteger(value)),
  )
}
function textFor(s: Json, name: string): string | undefined {
  if (typeof s.format === 'string') return BY_FORMAT[s.format]
  const fieldValue = byName(name)
  const candidates = [...(typeof fieldValue === 'string' ? [fieldValue] : []), 'text', '1']
  const { minLength = 0, maxLength = Infinity, pattern } = s
  return candidates.find(
    text =>
      text.length >= Number(minLength) &&
      text.length <= Number(maxLength) &&
      (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)),
  )
}

/**
 * The schemas; those of answers get an example where one can be made.
 * @param answers names of the schemas of answers; input has further rules that no schema expresses, so it gets no example
 */
export function withExamples(schemas: Json, answers: ReadonlySet<string>): Json {
  const writer = new ExampleWriter(schemas)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = answers.has(name) ? writer.exampleOf(schema, name.toLowerCase()) : undefined
      return [name, example === undefined ? schema : { ...(schema as Json), examples: [example] }]
    }),
  )
}
