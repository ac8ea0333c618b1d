// The demo company watches the drivers of everything that is driven.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'

const DRIVEN = ['T', 'M', 'V', 'U']

const seed: Seed = async (tx, { since, owner, vehicles }) => {
  await tx
    .insertInto('vehicle_agreements')
    .values(
      vehicles
        .filter(v => DRIVEN.includes(v.vehicle_type))
        .map(({ id }) => ({
          vehicle_id: id,
          customer_id: owner,
          agreement_id: agreement.eyecar,
          active_from: new Date(since),
          active_to: null,
        })),
    )
    .execute()
}
export default seed
