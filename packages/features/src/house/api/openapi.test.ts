// The document of the API: a linter finds nothing wrong, and a generated client has the records by their names.
import { openApi } from '@flotta/platform/openapi.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
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

test('calls name the headers that they heed, and what refuses them [api.116]', () => {
  const update = document.paths['/drivers/{id}']?.put
  const create = document.paths['/drivers']?.post
  expect(update?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  expect(create?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(Object.keys(create?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '401', '403', '409', '422', '429', '503']),
  )
})

test('forms beside JSON are named [api.107]', () => {
  const answer = document.paths['/feed/positions']?.get?.responses['200'] as {
    readonly content: object
  }
  expect(Object.keys(answer.content)).toEqual([
    'application/json',
    'application/x-ndjson',
    'text/csv',
  ])
})
