// The board of each service that has one: its rows in pages, the riskiest first, and the lines of the last day for the rows in view.
import { endpoint, Id, Instant, Page, PageMeta, text } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { VehicleType } from '../../fleet/vehicles/values.ts'
import { serviceOf } from '../services.ts'
import { boardCodes } from './boards.ts'

/** `values` under the names of the service; `message_datetime` is their time, `last_contact` that of the vehicle's last message. */
export const BoardRow = z.object({
  id: z.string(),
  vehicle_id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  fleet_id: Id.nullable(),
  /** The compartment, from 1; null: the whole vehicle. */
  part: z.int().nullable(),
  /** How many rows the vehicle has. */
  parts: z.int(),
  message_datetime: Instant.nullable(),
  last_contact: Instant.nullable(),
  tone: z.enum(['warning', 'alarm']).nullable(),
  /** The filters that the row passes. */
  flags: z.array(z.string()),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
})
export type BoardRow = z.infer<typeof BoardRow>

/** Ids, joined by commas. */
const Ids = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,${most - 1}}$`))
    .transform(ids => ids.split(',').map(Number))
/** Vehicles whose lines one call draws. */
export const MOST_LINES = 60
export const LINE_POINTS = 72

export const BoardLine = z.object({
  vehicle_id: Id,
  part: z.int().nullable(),
  values: z.array(z.number().nullable()),
  /** The limits at the same moments; null: the value has none. */
  low: z.array(z.number().nullable()).nullable(),
  high: z.array(z.number().nullable()).nullable(),
})
export type BoardLine = z.infer<typeof BoardLine>

const forCustomer = { method: 'GET', allow: 'view', scope: 'customer' } as const
const rowsOf = (code: string) =>
  endpoint({
    ...forCustomer,
    path: `/services/${code}/board`,
    summary: `The rows of the board of ${code}, the riskiest first; how many pass each filter`,
    query: Page.extend({
      search: text(100).optional(),
      /** Name of a filter of the board, or `wrong`. */
      filter: z.string().max(40).optional(),
      fleet_ids: Ids(200).optional(),
    }),
    reply: z.array(BoardRow),
    meta: PageMeta.extend({ counts: z.record(z.string(), z.int()) }),
    etag: true,
  })
const linesOf = (code: string) =>
  endpoint({
    ...forCustomer,
    path: `/services/${code}/board/lines`,
    summary: `The last 24 hours of the value that the board of ${code} draws, in ${LINE_POINTS} steps, for at most ${MOST_LINES} vehicles`,
    query: z.object({ vehicles: Ids(MOST_LINES) }),
    reply: z.array(BoardLine),
  })

export const boards = boardCodes.flatMap(code => {
  const service = serviceOf(code)
  return service === undefined ? [] : [{ service, rows: rowsOf(code), lines: linesOf(code) }]
})
/** The endpoints of all boards, because contracts are enumerated. */
export const endpoints = boards.flatMap(({ rows, lines }) => [rows, lines])
export const boardEndpoints = (code: string) => boards.find(b => b.service.code === code)
