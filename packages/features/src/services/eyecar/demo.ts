// The demo company holds eyecar on every vehicle with a driver.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'
import { giveAgreements } from '../../seed-rows.ts'

const DRIVEN = ['T', 'M', 'V', 'U']

const seed: Seed = (tx, demo) =>
  giveAgreements(
    tx,
    demo,
    demo.vehicles
      .filter(v => DRIVEN.includes(v.vehicle_type))
      .map(({ id }) => ({ vehicle_id: id, agreement_id: agreement.eyecar })),
  )
export default seed
