// The allowed size of a body, checked before it is parsed: the number of its values and its depth, then the length of each list and each text that
// the schema limits.
import type { z } from 'zod'
import { toJSONSchema } from 'zod'

/** Largest number of values in a body, and of nested levels of lists and objects; the largest form has some hundreds of values and a few levels. */
export const MOST_VALUES = 20_000
export const DEEPEST = 32

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125]

/** The index of the closing quote of a text that begins after `from`, or the end of the input. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}

/** Whether a JSON text has too many values or levels for any endpoint; null: neither. Content of texts is not counted. It takes one pass, without parsing. */
export function complexityOf(json: string): 'values' | 'levels' | null {
  let values = 1
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const sign = json.charCodeAt(i)
    if (sign === QUOTE) i = endOfText(json, i + 1)
    else if (sign === COMMA) values++
    else if (sign === LIST || sign === OBJECT) {
      values++
      depth++
    } else if (sign === LIST_END || sign === OBJECT_END) depth--
    if (depth > DEEPEST) return 'levels'
    if (values > MOST_VALUES) return 'values'
  }
  return null
}

/** Longest text of a field whose schema sets no length. */
const LONGEST_TEXT = 4_096
/** Additional length for blanks at both ends of a text: the schema trims them and checks the exact length. */
const BLANKS = 1_000

/** The limits that a schema sets for the size of a value; of several alternatives those of the value's type apply. */
interface Bound {
  /** The type as JSON schema names it; undefined: any type. */
  readonly kind: string | undefined
  readonly items?: Bound
  readonly most?: number
  readonly longest: number
  readonly fields: ReadonlyMap<string, Bound>
  readonly choices: readonly Bound[]
}
interface Json {
  readonly type?: string
  readonly items?: Json
  readonly maxItems?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Json>>
  readonly anyOf?: readonly Json[]
  readonly oneOf?: readonly Json[]
  readonly allOf?: readonly Json[]
}
const boundOf = ({
  type,
  items,
  maxItems,
  maxLength,
  properties = {},
  anyOf = [],
  oneOf = [],
  allOf = [],
}: Json): Bound => ({
  kind: type,
  ...(items !== undefined && { items: boundOf(items) }),
  ...(maxItems !== undefined && { most: maxItems }),
  longest: (maxLength ?? LONGEST_TEXT) + BLANKS,
  fields: new Map(Object.entries(properties).map(([name, schema]) => [name, boundOf(schema)])),
  choices: [...anyOf, ...oneOf, ...allOf].map(boundOf),
})

/** A list or a text that is larger than its schema allows. */
export interface Excess {
  readonly path: readonly (string | number)[]
  readonly of: 'list' | 'text'
  readonly maximum: number
}

/**
 * Checks the sizes in the bodies of an endpoint before their schema: returns the first list or text that is too large, or null.
 * A schema would look at every element of a list before it reports that there are too many, and at every character of a text with each of its rules.
 */
export function excessBy(schema: z.ZodType): (value: unknown) => Excess | null {
  const bound = boundOf(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
  return value => excess(bound, value, [])
}

function excess(bound: Bound, value: unknown, path: readonly (string | number)[]): Excess | null {
  if (bound.choices.length > 0) {
    const kind = Array.isArray(value) ? 'array' : typeof value
    const each = bound.choices
      .filter(choice => choice.kind === undefined || choice.kind === kind)
      .map(choice => excess(choice, value, path))
    return each.includes(null) ? null : (each[0] ?? null)
  }
  if (typeof value === 'string')
    return value.length > bound.longest
      ? { path, of: 'text', maximum: bound.longest - BLANKS }
      : null
  if (Array.isArray(value)) {
    const { items, most } = bound
    if (most !== undefined && value.length > most) return { path, of: 'list', maximum: most }
    if (items === undefined) return null
    for (const [i, item] of value.entries()) {
      const itemExcess = excess(items, item, [...path, i])
      if (itemExcess !== null) return itemExcess
    }
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, field] of bound.fields) {
    const fieldExcess = Object.hasOwn(value, name)
      ? excess(field, (value as Readonly<Record<string, unknown>>)[name], [...path, name])
      : null
    if (fieldExcess !== null) return fieldExcess
  }
  return null
}
