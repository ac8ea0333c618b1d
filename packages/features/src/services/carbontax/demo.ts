// The demo company's fuel consumption for the tax: of reefers by their unit, of other lorries by their engine.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'
import { configureVehicle, giveAgreements } from '../../seed-rows.ts'

/** l/h of a refrigeration unit, and of an idling and driving engine. */
const [UNIT, ENGINE] = ['2.6', '14.5']

const seed: Seed = async (tx, demo) => {
  const { vehicles } = demo
  for (const vehicle of vehicles) {
    const average =
      vehicle.setpoint !== null
        ? UNIT
        : vehicle.vehicle_type === 'T' || vehicle.vehicle_type === 'M'
          ? ENGINE
          : null
    if (average === null) continue
    await configureVehicle(tx, vehicle.id, { carbon_average_consumption: average })
    await giveAgreements(tx, demo, [{ vehicle_id: vehicle.id, agreement_id: agreement.carbontax }])
  }
}
export default seed
