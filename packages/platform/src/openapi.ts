// The OpenAPI 3.1 document, printed from the endpoints alone.
import type { Endpoint } from '@flotta/core/contract.ts'
import { Failure } from '@flotta/core/contract.ts'
import { z } from 'zod'

type Json = Record<string, unknown>
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

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema: s }) => {
      if (s.additionalProperties === false) delete s.additionalProperties
      if (s.format !== undefined && s.pattern !== undefined) delete s.pattern
      if (s.minimum === Number.MIN_SAFE_INTEGER) delete s.minimum
      if (s.maximum === Number.MAX_SAFE_INTEGER) delete s.maximum
    },
  })
  return rest
}

function parameters(where: 'path' | 'query', shape: z.ZodObject | undefined): Json[] {
  if (shape === undefined) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
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

const failure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

function answer(e: Endpoint): Json {
  if (e.status === 204) return { description: 'Done' }
  if (e.kind === 'file')
    return {
      description: 'Bytes',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    }
  if (e.kind === 'sse')
    return {
      description: 'Server-sent events; the data of each',
      content: { 'text/event-stream': { schema: schemaOf(e.reply, 'output') } },
    }
  const schema = schemaOf(
    e.meta === undefined ? z.object({ data: e.reply }) : z.object({ data: e.reply, meta: e.meta }),
    'output',
  )
  return { description: 'Done', content: { 'application/json': { schema } } }
}

function operation(e: Endpoint): Operation {
  const parameterList = [...parameters('path', e.params), ...parameters('query', e.query)]
  return {
    operationId: `${e.method.toLowerCase()}${e.path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: e.summary,
    tags: [e.path.split('/')[1] ?? ''],
    'x-allow': e.allow,
    'x-scope': e.scope,
    security: e.allow === 'anyone' ? [] : [{ bearer: [] }],
    ...(parameterList.length > 0 && { parameters: parameterList }),
    ...(e.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(e.body, 'input') } },
      },
    }),
    responses: {
      [String(e.status ?? 200)]: answer(e),
      ...(e.etag === true && { 304: { description: 'Unchanged since the ETag in If-None-Match' } }),
      ...(e.allow !== 'anyone' && {
        401: failure('No or bad token'),
        403: failure('The role or the agreement lacks the permission'),
      }),
      ...(typeof e.scope === 'object' && { 404: failure('Unknown, or not the caller’s') }),
      ...((e.body ?? e.query) && { 422: failure('Field errors, by field in `data`') }),
      default: failure('Any other failure'),
    },
  }
}

/** @param server the address below which the paths stand */
export function openApi(
  endpoints: readonly Endpoint[],
  info: { readonly title: string; readonly version: string },
  server: string,
): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const e of [...endpoints].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const path = e.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [e.method.toLowerCase()]: operation(e) }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Failure: schemaOf(Failure, 'output') },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of `POST /login`, or a personal API token',
        },
      },
    },
  }
}
