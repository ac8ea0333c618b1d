// Finds vehicles in the global search by the names of their drivers.
import { searchGroup } from '@flotta/platform/search.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import { DriverSearchResult } from './contract.ts'

interface SearchRow {
  readonly id: number
  readonly plate: string
  readonly serial: string | null
  readonly driver_id: number
  readonly name: string
  readonly surname: string
}
export default searchGroup({
  group: 'driver_vehicles',
  row: DriverSearchResult,
  async find({ matches, limit, caller: { customer_id }, ctx }) {
    const { rows } = await sql<SearchRow>`
      select v.id, v.plate, v.serial, d.id as driver_id, d.name, d.surname
      from driver_activities a join drivers d on d.id = a.driver_id
      join ${visibleVehiclesSql(customer_id, ctx.now())} v on v.vehicle_id = a.vehicle_id
      where a.customer_id = ${customer_id} and a.period_to is null and ${matches(sql`d.name || d.surname`, sql`d.surname || d.name`)}
      order by upper(d.surname), upper(d.name), v.id limit ${limit}`.execute(ctx.db)
    return rows.map(({ id, plate, serial, driver_id, name, surname }) => ({
      id,
      plate,
      serial,
      driver: { id: driver_id, name, surname },
    }))
  },
})
