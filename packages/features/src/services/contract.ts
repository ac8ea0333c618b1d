// Builders of the endpoints that services have in common: the newest values of a vehicle, and the history of a period.
import { ById, type Endpoint, endpoint, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'

type Scope = Endpoint['scope']
/** A `GET /services/…` endpoint of a vehicle. */
const vehicleCall = <const P extends string, const S extends Scope>(
  path: P,
  scope: S,
  summary: string,
) =>
  ({
    method: 'GET',
    path: `/services/${path}`,
    summary,
    allow: 'view',
    scope,
    params: ById,
  }) as const

export const serviceData = <const P extends string, const S extends Scope, R extends z.ZodType>(
  path: P,
  scope: S,
  summary: string,
  reply: R,
) => endpoint({ ...vehicleCall(path, scope, summary), reply })

/** An endpoint that lists records of a vehicle. */
export const serviceList = <const P extends string, const S extends Scope, R extends z.ZodType>(
  path: P,
  scope: S,
  summary: string,
  item: R,
) => endpoint({ ...vehicleCall(path, scope, summary), reply: z.array(item), etag: true })

/** The history of a period, oldest first. */
export const serviceHistory = <const P extends string, const S extends Scope, R extends z.ZodType>(
  path: P,
  scope: S,
  summary: string,
  item: R,
) => endpoint({ ...vehicleCall(path, scope, summary), query: Period, reply: z.array(item) })
