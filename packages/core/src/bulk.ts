// Many records of a resource in one call.
import { z } from 'zod'
import type { Endpoint } from './contract.ts'
import type { Resource } from './resource.ts'

/** Records of one call at most. */
const BULK_MAX = 1_000
/** Largest body of one call, bytes. */
const BULK_BODY = 4_000_000
/** Many records in one call: all are stored, or none. */
export const bulkOf = <const R extends Pick<Resource, 'resource' | 'create'>>(
  { resource: name, create }: R,
  most = BULK_MAX,
) =>
  ({
    method: 'POST',
    path: `/${name}/bulk`,
    summary: `Create many of ${name}, all or none; with Idempotency-Key the same request within 24 h is answered as before`,
    allow: create.allow,
    scope: create.scope,
    heeds: ['Idempotency-Key'],
    body: z
      .array(create.body as NonNullable<R['create']['body']>)
      .min(1)
      .max(most),
    body_limit: BULK_BODY,
    reply: z.array(create.reply as R['create']['reply']),
    status: 201,
  }) as const satisfies Endpoint
