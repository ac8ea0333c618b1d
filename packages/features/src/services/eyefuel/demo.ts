// The demo company's tanks: their sizes, and on tractors the inputs of cap and alarm.
import { agreement } from '../../fleet/agreements/contract.ts'
import { isWired, type Seed } from '../../seed.ts'
import { configureVehicle, giveAgreements, wireVehicles } from '../../seed-rows.ts'
import { tankLitres } from './tanks.ts'

const seed: Seed = async (tx, demo) => {
  const { vehicles } = demo
  for (const vehicle of vehicles) {
    const tank_capacity_l = tankLitres(vehicle)
    if (tank_capacity_l === null || !isWired(vehicle)) continue
    await configureVehicle(tx, vehicle.id, { tank_capacity_l: String(tank_capacity_l) })
    if (vehicle.vehicle_type === 'T')
      await wireVehicles(tx, [vehicle.id], { cap: 'in3', armed: 'in2' })
    await giveAgreements(tx, demo, [{ vehicle_id: vehicle.id, agreement_id: agreement.eyefuel }])
  }
}
export default seed
