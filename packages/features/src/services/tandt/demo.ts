// The demo company's beacons: tags on its tractors, readers on trailers, and whom each trailer may be coupled to.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'
import { configureVehicle, giveAgreements, wireVehicles } from '../../seed-rows.ts'
import { tags, trailerOf } from './couplings.ts'

const seed: Seed = async (tx, demo) => {
  const { vehicles } = demo
  for (const vehicle of vehicles) {
    const tag = tags.get(vehicle.index)
    if (tag !== undefined)
      await configureVehicle(tx, vehicle.id, { beacon_code: tag.toUpperCase() })
    const trailer = trailerOf(vehicle)
    if (trailer === null) continue
    if (trailer.authorized !== null)
      await configureVehicle(tx, vehicle.id, {
        tandt_authorized: trailer.authorized.map(code => code.toUpperCase()).join('|'),
      })
    await wireVehicles(tx, [vehicle.id], { beacon: 'rfid' })
    await giveAgreements(tx, demo, [{ vehicle_id: vehicle.id, agreement_id: agreement.tandt }])
  }
}
export default seed
