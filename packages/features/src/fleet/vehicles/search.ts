// Vehicles in the global search: by plate and serial number.
import { searchGroup } from '@flotta/platform/search.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import { VehicleSearchResult } from './contract.ts'

export default searchGroup({
  group: 'vehicles',
  row: VehicleSearchResult,
  async find({ matches, limit, caller, ctx }) {
    const { rows } = await sql<z.input<typeof VehicleSearchResult>>`
      select v.id, coalesce(g.color, v.color) as color, v.plate, v.serial, v.vehicle_type
      from ${visibleVehiclesSql(caller.customer_id, ctx.now())} v
      left join fleet_vehicles f on f.customer_id = ${caller.customer_id} and f.vehicle_id = v.id left join fleets g on g.id = f.fleet_id
      where ${matches(sql.ref('v.plate'), sql.ref('v.serial'))}
      order by upper(v.plate), v.id limit ${limit}`.execute(ctx.db)
    return rows
  },
})
