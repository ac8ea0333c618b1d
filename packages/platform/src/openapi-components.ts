// The parts that the operations of the OpenAPI document share: headers, failures and authentication.
import { languages } from '@flotta/core/languages.ts'

export type Json = Record<string, unknown>

const HEADERS = {
  'RateLimit-Limit': 'Calls that the caller may make at once',
  'RateLimit-Remaining': 'Calls that are left of them now',
  'RateLimit-Reset': 'Seconds until all are left again',
  ETag: 'The version of the answer, for `If-None-Match` and `If-Match`',
  'Retry-After': 'Seconds after which to try again',
} as const
type HeaderName = keyof typeof HEADERS
const REQUEST_HEADERS = {
  'Accept-Language': {
    description: 'The language of texts and faults',
    schema: { type: 'string', examples: [...languages] },
  },
  'If-None-Match': {
    description: 'The ETag of the last answer: 304 while nothing changed',
    schema: { type: 'string' },
  },
  'If-Match': {
    description: 'The ETag that the record was read with: 409 when it changed since',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    description: 'Of the caller’s choice: the same request within 24 h is answered as before',
    schema: { type: 'string', maxLength: 200 },
  },
} as const
export type RequestHeader = keyof typeof REQUEST_HEADERS

export const referTo = (kind: string, name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})
export const plainName = (header: string): string => header.replaceAll('-', '')
export const headersOf = (...names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map(name => [name, referTo('headers', plainName(name))]))
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const FAILURES = {
  Unauthorized: { description: 'No or bad token', headers: LIMIT_HEADERS },
  Forbidden: {
    description: 'The role or the agreement lacks the permission',
    headers: LIMIT_HEADERS,
  },
  NotFound: { description: 'Unknown, or not the caller’s', headers: LIMIT_HEADERS },
  Conflict: {
    description: 'The record changed since it was read, is in use, or is in the way',
    headers: LIMIT_HEADERS,
  },
  Invalid: { description: 'Field errors, by field in `data`', headers: LIMIT_HEADERS },
  TooMany: {
    description: 'Too many calls: try again later',
    headers: [...LIMIT_HEADERS, 'Retry-After'],
  },
  Unavailable: { description: 'Not now: try again later', headers: ['Retry-After'] },
  Failed: { description: 'Any other failure', headers: LIMIT_HEADERS },
} as const
const FAILURE_EXAMPLE = {
  message: 'The data is not valid',
  code: 'invalid',
  data: { name: ['This field is required'] },
}
const PROBLEM_DETAILS = {
  type: 'object',
  description: 'The same failure in the form of RFC 9457, for who asks for it by `Accept`',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri-reference' },
    code: { type: 'string' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  examples: [
    {
      type: '/api/docs#invalid',
      title: 'Unprocessable Entity',
      status: 422,
      detail: FAILURE_EXAMPLE.message,
      code: FAILURE_EXAMPLE.code,
      errors: FAILURE_EXAMPLE.data,
    },
  ],
}

/** @param schemas the schemas that operations refer to, by name */
export function components(schemas: Json): Json {
  return {
    schemas: { ...schemas, ProblemDetails: PROBLEM_DETAILS },
    responses: Object.fromEntries(
      Object.entries(FAILURES).map(([name, { description, headers }]) => [
        name,
        {
          description,
          headers: headersOf(...headers),
          content: {
            'application/json': {
              schema: referTo('schemas', 'Failure'),
              ...(name === 'Invalid' && { example: FAILURE_EXAMPLE }),
            },
            'application/problem+json': { schema: referTo('schemas', 'ProblemDetails') },
          },
        },
      ]),
    ),
    headers: Object.fromEntries(
      Object.entries(HEADERS).map(([name, description]) => [
        plainName(name),
        { description, schema: { type: name === 'ETag' ? 'string' : 'integer' } },
      ]),
    ),
    parameters: Object.fromEntries(
      Object.entries(REQUEST_HEADERS).map(([name, header]) => [
        plainName(name),
        { name, in: 'header', required: false, ...header },
      ]),
    ),
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token of `POST /login`, or a personal API token',
      },
    },
  }
}
