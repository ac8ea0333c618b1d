// The global search box.
import { feature, handle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { seenVehicles } from '../access/vehicles.ts'
import { contains } from '../vehicles/queries.ts'
import * as contract from './contract.ts'

/** Results of a group at most. */
const LIMIT = 20
type Group<K extends keyof contract.Found> = contract.Found[K]['data'][number]

export default feature({
  handlers: [
    handle(contract.search, async ({ body, caller, ctx }) => {
      const words = contains(body.query)
      const [vehicles, fleets] = await Promise.all([
        sql<Group<'vehicles'>>`
          select v.id, coalesce(g.color, v.color) as color, v.plate, v.serial, v.vehicle_type
          from ${seenVehicles(caller.customer_id, ctx.now())} s join vehicles v on v.id = s.vehicle_id
          left join fleet_vehicles f on f.customer_id = ${caller.customer_id} and f.vehicle_id = v.id left join fleets g on g.id = f.fleet_id
          where v.plate ilike ${words} or v.serial ilike ${words}
          order by upper(v.plate), v.id limit ${LIMIT}`.execute(ctx.db),
        sql<Group<'fleets'>>`
          select id, color, code, description from fleets
          where customer_id = ${caller.customer_id} and (code ilike ${words} or description ilike ${words})
          order by upper(code) limit ${LIMIT}`.execute(ctx.db),
      ])
      return { vehicles: { data: [...vehicles.rows] }, fleets: { data: [...fleets.rows] } }
    }),
  ],
})
