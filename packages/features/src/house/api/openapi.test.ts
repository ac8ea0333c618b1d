// The document of the API: a linter finds no fault, and a generated client has the records by their names.
import { openApi } from '@flotta/platform/openapi.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, schemaNames } from '../../features.ts'

const document = await openApi(
  endpoints,
  schemaNames,
  { title: 'Flotta', version: 'test' },
  'https://flotta.example/api/v1',
)
const components = document.components as Readonly<Record<string, Readonly<Record<string, object>>>>

test('a linter finds nothing wrong [api.114]', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // the portal's own paths are fixed: `/vehicles/all` stands beside `/vehicles/{id}`
      'no-ambiguous-paths': 'off',
      'operation-4xx-response': 'error',
      'operation-operationId-unique': 'error',
    },
  })
  const findings = await lintFromString({ source: JSON.stringify(document), config })
  expect(
    findings.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})

test('no two paths are the same template [api.111]', () => {
  const templates = Object.keys(document.paths).map(path => path.replace(/\{\w+\}/g, '{}'))
  expect(templates.filter((path, i) => templates.indexOf(path) !== i)).toEqual([])
})

test('records are components under their names [api.115]', () => {
  expect(Object.keys(components.schemas ?? {})).toEqual(
    expect.arrayContaining([
      'Customer',
      'Driver',
      'Failure',
      'Incident',
      'Trip',
      'User',
      'Vehicle',
    ]),
  )
  const operation = document.paths['/vehicles/{id}']?.get
  expect(JSON.stringify(operation?.responses['200'])).toContain('#/components/schemas/Vehicle"')
})

test('records have an example that their schema takes [api.117]', () => {
  const schemas = components.schemas as Readonly<
    Record<string, { readonly type?: string; readonly examples?: readonly object[] }>
  >
  // the input of callers follows rules that a schema cannot express
  const records = Object.entries(schemas).filter(
    ([name, { type }]) => type === 'object' && !/(Form|Input|Changes|Body)$/.test(name),
  )
  const without = records.filter(([, { examples }]) => examples === undefined)
  expect(without.map(([name]) => name)).toEqual([])
  for (const name of ['Vehicle', 'Trip', 'Driver', 'Incident', 'Pin', 'Report', 'Webhook'])
    expect(schemas[name]?.examples, name).toHaveLength(1)
  const zod = [...schemaNames].filter(([, name]) => schemas[name]?.examples !== undefined)
  const refused = zod.flatMap(([schema, name]) => {
    const { error } = schema.safeParse(schemas[name]?.examples?.[0])
    return error === undefined ? [] : [[name, error.issues[0]?.message]]
  })
  expect(refused.map(([name]) => name)).toEqual([])
})

test('each call lists the headers that it takes and the statuses that it may answer [api.116]', () => {
  const update = document.paths['/drivers/{id}']?.put
  const create = document.paths['/drivers']?.post
  expect(update?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  expect(create?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(JSON.stringify(document.paths['/webhooks']?.post?.parameters ?? [])).not.toContain(
    'IdempotencyKey',
  )
  for (const write of [
    document.paths['/vehicles/{id}']?.put,
    document.paths['/drivers/{id}']?.delete,
  ])
    expect(write?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  expect(Object.keys(create?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '401', '403', '409', '422', '429', '503']),
  )
})

test('the document names the forms of answers beside JSON [api.107]', () => {
  const answer = document.paths['/feed/positions']?.get?.responses['200'] as {
    readonly content: object
  }
  expect(Object.keys(answer.content)).toEqual([
    'application/json',
    'application/x-ndjson',
    'text/csv',
  ])
})

/** Every object of the document, with its fields. */
function* objectsIn(part: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof part !== 'object' || part === null) return
  const { properties } = part as { readonly properties?: Readonly<Record<string, unknown>> }
  if (properties !== undefined && !Array.isArray(properties)) yield properties
  for (const [name, inner] of Object.entries(part)) if (name !== 'examples') yield* objectsIn(inner)
}
const operations = Object.values(document.paths).flatMap(path => Object.values(path ?? {}))
const parameters = operations.flatMap(({ parameters = [] }) =>
  (parameters as readonly { readonly name?: string }[]).flatMap(({ name }) => name ?? []),
)
const fields = new Set([
  ...parameters,
  ...[...objectsIn(document)].flatMap(properties => Object.keys(properties)),
])
test('fields and parameters are written in snake_case, but for driverId and the temperatures [api.66]', () => {
  expect(fields.size).toBeGreaterThan(500)
  expect([...fields].filter(name => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)).sort()).toEqual([
    'T1',
    'T2',
    'T3',
    'T4',
    'driverId',
  ])
})
test('the postal code is zip_code everywhere but in the address of a place [api.67]', () => {
  const named = [...objectsIn(document)].flatMap(properties =>
    Object.keys(properties).filter(name => /zip|post|^cap$/.test(name)),
  )
  expect(named.filter(name => name !== 'zip_code')).toEqual(['postcode'])
  expect(named.length).toBeGreaterThan(5)
  const place = JSON.stringify(components.schemas?.Place)
  expect(place).toContain('postcode')
})

/** Days, which have no time: `api.59`. */
const DAYS = /^(license_expiration_date|date|last_date|due_date|rent_start|rent_end)$/
test('each field of a time is declared as ISO 8601 [api.57]', () => {
  const times = endpoints.flatMap(({ method, path, reply, meta }) =>
    [reply, meta].flatMap(part => {
      if (part === undefined) return []
      const schema = z.toJSONSchema(part, { io: 'output', unrepresentable: 'any' })
      return [...objectsIn(schema)].flatMap(properties =>
        Object.entries(properties)
          .filter(
            ([name]) =>
              /(_at|datetime|period_from|period_to|_since|until)$/.test(name) && !DAYS.test(name),
          )
          .map(([name, field]) => ({
            name: `${method} ${path} ${name}`,
            field: JSON.stringify(field),
          })),
      )
    }),
  )
  expect(times.length).toBeGreaterThan(300)
  expect(
    times.filter(({ field }) => !field.includes('"format":"date-time"')).map(t => t.name),
  ).toEqual([])
})
