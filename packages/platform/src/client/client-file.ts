// A TypeScript client of this installation in one file, made from its OpenAPI document: types of all records, calls and events.
import { API } from '@flotta/core/contract.ts'
import type { OpenApi } from '../openapi.ts'
import { CLIENT_RUNTIME } from './runtime.ts'

/** The parts of JSON Schema that the document uses. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema | boolean
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}
const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}
const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never'
const inBrackets = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type)

/** A schema as a TypeScript type. */
function typeOf(schema: Schema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown'
  if (schema.$ref !== undefined)
    return `Schemas[${JSON.stringify(schema.$ref.split('/').at(-1) ?? '')}]`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return unionOf(schema.enum.map(value => JSON.stringify(value)))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return unionOf(alternatives.map(one => inBrackets(typeOf(one))))
  if (schema.allOf !== undefined)
    return schema.allOf.map(one => inBrackets(typeOf(one))).join(' & ') || 'unknown'
  if (typeof schema.type !== 'string')
    return schema.type === undefined
      ? 'unknown'
      : unionOf(schema.type.map(type => typeOf({ ...schema, type })))
  if (schema.type === 'array') return arrayType(schema)
  if (schema.type === 'object') return objectType(schema)
  return primitives[schema.type] ?? 'unknown'
}
const arrayType = ({ prefixItems, items }: Schema): string =>
  prefixItems === undefined
    ? `${inBrackets(typeOf(items))}[]`
    : `[${prefixItems.map(item => typeOf(item)).join(', ')}]`
function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<string, unknown>'
}

interface OperationShape {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}
const JSON_TYPE = 'application/json'

function partOf({ parameters = [] }: OperationShape, place: 'path' | 'query'): string[] {
  const placeParameters = parameters.filter(parameter => parameter.in === place)
  if (placeParameters.length === 0) return []
  const isNeeded = placeParameters.some(({ required }) => required === true)
  const fields = placeParameters.map(
    ({ name, required, schema }) =>
      `${JSON.stringify(name)}${required === true ? '' : '?'}: ${typeOf(schema)}`,
  )
  return [`${place}${isNeeded ? '' : '?'}: { ${fields.join('; ')} }`]
}
function answerOf({ responses }: OperationShape): string {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if (answer?.content === undefined) return '{ data: null }'
  const schema = answer.content[JSON_TYPE]?.schema
  return schema === undefined ? 'Response' : typeOf(schema)
}
function callOf(operation: OperationShape): string {
  const { requestBody } = operation
  const body = requestBody?.content?.[JSON_TYPE]?.schema
  const parts = [
    ...partOf(operation, 'path'),
    ...partOf(operation, 'query'),
    ...(body === undefined
      ? []
      : [`body${requestBody?.required === false ? '?' : ''}: ${typeOf(body)}`]),
    `answer: ${answerOf(operation)}`,
  ]
  return `{ ${parts.join('; ')} }`
}

/** For each type of event the component of the document that describes its data; null: the data has no component. */
export type EventRecords = Readonly<Record<string, string | null>>

/** The types of all records, calls and events. */
export function declarationsOf(document: OpenApi, events: EventRecords): readonly string[] {
  const schemas = (document.components as { schemas?: Readonly<Record<string, Schema>> }).schemas
  const records = Object.entries(schemas ?? {}).map(
    ([name, schema]) => `  ${JSON.stringify(name)}: ${typeOf(schema)}`,
  )
  // as JSON, because the document in memory also has keys that are undefined
  const paths: Readonly<Record<string, Readonly<Record<string, OperationShape>>>> = JSON.parse(
    JSON.stringify(document.paths),
  )
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => `  '${method.toUpperCase()} ${path}': ${callOf(operation)}`,
    ),
  )
  const data = (record: string | null): string =>
    record !== null && schemas?.[record] !== undefined
      ? `Schemas[${JSON.stringify(record)}]`
      : 'Record<string, unknown>'
  const vehicle = '{ vehicle: { id: number; plate: string } | null }'
  const kinds = Object.entries(events).map(
    ([type, record]) =>
      `  | { type: '${type}'; timestamp: string; data: ${data(record)} & ${vehicle} }`,
  )
  return [
    `export interface Schemas {\n${records.join('\n')}\n}`,
    `/** What each call takes, and its answer. */\nexport interface Calls {\n${calls.join('\n')}\n}`,
    `/** What a web hook tells. */\nexport type FlottaEvent =\n${kinds.join('\n') || '  never'}`,
  ]
}

/** The text of the client. */
export const clientFile = (document: OpenApi, events: EventRecords): string =>
  [
    `// The API of Flotta ${document.info.version} for TypeScript, made from its OpenAPI document. Copy it into your project; it needs no package.`,
    `const API = '${API}'`,
    ...declarationsOf(document, events),
    CLIENT_RUNTIME.trim(),
    '',
  ].join('\n\n')
