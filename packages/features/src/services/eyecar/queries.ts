// The current drivers of many vehicles.
import { currentDrivers } from '../../fleet/drivers/queries.ts'
import type { OverviewRows } from '../overview-rows.ts'

export const overviewRows: OverviewRows = async ({ db }, { customer_id }, vehicles) => {
  const ids = [...vehicles.keys()]
  const drivers = await currentDrivers(db, customer_id, ids)
  return new Map(
    ids.map(id => {
      const driver = drivers.get(id)
      return [
        id,
        {
          at: null,
          data: { driver: driver === undefined ? null : `${driver.name} ${driver.surname}` },
        },
      ]
    }),
  )
}
