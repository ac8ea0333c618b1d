// The units of the caller's own vehicles.
import { feature } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { devices } from './contract.ts'
import { type UnitRow, unitItems, unitRecord, unitRows } from './queries.ts'

export default feature(
  serve<typeof devices, UnitRow>(devices, {
    rows: unitRows,
    record: unitRecord,
    order: sql`upper(r.plate)`,
    only: ({ fleet_id }) => (fleet_id === undefined ? sql`true` : sql`r.fleet_id = ${fleet_id}`),
    all: unitItems,
  }),
)
