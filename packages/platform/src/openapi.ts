// The OpenAPI 3.1 document, generated from the endpoints alone.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Endpoint, Failure, PageMeta } from '@flotta/core/contract.ts'
import { z } from 'zod'
import {
  components,
  headersOf,
  type Json,
  LIMIT_HEADERS,
  plainName,
  type RequestHeader,
  referTo,
} from './openapi-components.ts'
import { withExamples } from './openapi-examples.ts'
import { SchemaNames } from './openapi-names.ts'

export interface OpenApi {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [key: string]: unknown
}
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-allow': string
  readonly 'x-scope': unknown
  readonly parameters?: readonly Json[]
  readonly requestBody?: Json
  readonly responses: Json
  readonly security: readonly Json[]
}

/** Writes the operations of one document and the schemas that they name. */
class OperationWriter {
  readonly #names: SchemaNames
  constructor(names: SchemaNames) {
    this.#names = names
  }

  operation(e: Endpoint): Operation {
    const parameters = [
      ...this.#parameters('path', e.params),
      ...this.#parameters('query', e.query),
      ...headersHeeded(e).map(name => referTo('parameters', plainName(name))),
    ]
    return {
      operationId: `${e.method.toLowerCase()}${e.path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: e.summary,
      tags: [e.path.split('/')[1] ?? ''],
      'x-allow': e.allow,
      'x-scope': e.scope,
      security: e.allow === 'anyone' ? [] : [{ bearer: [] }],
      parameters,
      ...(e.body && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: this.#names.schemaOf(e.body, 'input') } },
        },
      }),
      responses: {
        [String(e.status ?? 200)]: {
          ...this.#answer(e),
          ...(e.kind !== 'sse' && {
            headers: headersOf(...LIMIT_HEADERS, ...(e.etag === true ? (['ETag'] as const) : [])),
          }),
        },
        ...faultsOf(e),
      },
    }
  }

  #parameters(where: 'path' | 'query', shape: z.ZodObject | undefined): Json[] {
    if (shape === undefined) return []
    const { properties = {}, required = [] } = this.#names.inlineSchemaOf(shape) as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema,
    }))
  }

  #answer(e: Endpoint): Json {
    if (e.status === 204) return { description: 'Done' }
    if (e.kind === 'file')
      return {
        description: 'Bytes',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      }
    if (e.kind === 'sse')
      return {
        description: 'Server-sent events; the data of each',
        content: { 'text/event-stream': { schema: this.#names.schemaOf(e.reply, 'output') } },
      }
    const envelope =
      e.meta === undefined ? z.object({ data: e.reply }) : z.object({ data: e.reply, meta: e.meta })
    return {
      description: 'Done',
      content: {
        'application/json': { schema: this.#names.schemaOf(envelope, 'output') },
        ...Object.fromEntries(
          (e.other_forms ?? []).map(type => [type, { schema: { type: 'string' } }]),
        ),
      },
    }
  }
}

const headersHeeded = (e: Endpoint): RequestHeader[] => [
  'Accept-Language',
  ...(e.etag === true ? (['If-None-Match'] as const) : []),
  ...(e.heeds ?? []),
]

const failure = (name: string): Json => referTo('responses', name)
const isWrite = (e: Endpoint): boolean => e.method !== 'GET' && e.reads_only !== true
function faultsOf(e: Endpoint): Json {
  return {
    ...(e.etag === true && { 304: { description: 'Unchanged since the ETag in If-None-Match' } }),
    ...(e.allow !== 'anyone' && { 401: failure('Unauthorized'), 403: failure('Forbidden') }),
    ...(typeof e.scope === 'object' && { 404: failure('NotFound') }),
    ...(isWrite(e) && { 409: failure('Conflict') }),
    ...((e.body ?? e.query) && { 422: failure('Invalid') }),
    429: failure('TooMany'),
    503: failure('Unavailable'),
    default: failure('Failed'),
  }
}
type Description = Pick<OpenApi, 'tags' | 'paths' | 'components'>
const descriptions = new WeakMap<readonly Endpoint[], Promise<Description>>()
/** The description of a list of endpoints; it is made once for each list, as it takes half a second. */
function descriptionOf(
  endpoints: readonly Endpoint[],
  schemaNames: ReadonlyMap<z.ZodType, string>,
): Promise<Description> {
  const existing = descriptions.get(endpoints)
  if (existing !== undefined) return existing
  const description = describe(endpoints, schemaNames)
  descriptions.set(endpoints, description)
  return description
}
/** Describes one endpoint in each turn of the event loop, so that calls and streams continue meanwhile. */
async function describe(
  endpoints: readonly Endpoint[],
  schemaNames: ReadonlyMap<z.ZodType, string>,
): Promise<Description> {
  const names = new SchemaNames(
    new Map([...schemaNames, [Failure, 'Failure'], [PageMeta, 'PageMeta']]),
  )
  names.schemaOf(Failure, 'output')
  const writer = new OperationWriter(names)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const e of [...endpoints].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const path = e.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [e.method.toLowerCase()]: writer.operation(e) }
    await nextTurn()
  }
  const tags = [...new Set(Object.keys(paths).map(path => path.split('/')[1] ?? ''))]
  return {
    tags: tags.map(name => ({ name, description: `Calls below /${name}` })),
    paths,
    components: components(withExamples(names.schemas(), names.answers)),
  }
}

/**
 * @param schemaNames names of the schemas of contracts, which become components of the document
 * @param server the address to which the paths are relative
 */
export const openApi = async (
  endpoints: readonly Endpoint[],
  schemaNames: ReadonlyMap<z.ZodType, string>,
  info: { readonly title: string; readonly version: string },
  server: string,
): Promise<OpenApi> => ({
  openapi: '3.1.0',
  info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } } as OpenApi['info'],
  servers: [{ url: server }],
  ...(await descriptionOf(endpoints, schemaNames)),
})
