// The demo company's doors: vans and refrigerated bodies have them, wired to inputs.
import { agreement } from '../../fleet/agreements/contract.ts'
import { hasDoors, type Seed } from '../../seed.ts'
import { giveAgreements, wireVehicles } from '../../seed-rows.ts'

const wiring = { door_1: 'in1', armed: 'in3', siren: 'in4' } as const

const seed: Seed = async (tx, demo) => {
  const withDoors = demo.vehicles.filter(hasDoors).map(v => v.id)
  await wireVehicles(tx, withDoors, wiring)
  await giveAgreements(
    tx,
    demo,
    withDoors.map(vehicle_id => ({ vehicle_id, agreement_id: agreement.eyedoor })),
  )
}
export default seed
