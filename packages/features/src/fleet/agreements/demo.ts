// The demo company's agreements that show what the calendar does with them: one ends in five days, one has not begun, one is over, and a guest's share ends soon; one tractor has the way to the tachograph's platform.
import { DAY } from '@flotta/core/time.ts'
import type { Seed } from '../../seed.ts'
import { agreement } from './contract.ts'

const seed: Seed = async (tx, { now, since, owner, guest, vehicles }) => {
  const of = (type: string, n: number) => vehicles.filter(v => v.vehicle_type === type)[n]?.id
  const held = (
    vehicle_id: number | undefined,
    customer_id: number,
    agreement_id: number,
    from: number,
    to: number | null,
  ) =>
    vehicle_id === undefined
      ? []
      : [
          {
            vehicle_id,
            customer_id,
            agreement_id,
            active_from: new Date(from),
            active_to: to === null ? null : new Date(to),
          },
        ]
  await tx
    .insertInto('vehicle_agreements')
    .values([
      ...vehicles
        .filter(v => v.vehicle_type === 'S')
        .flatMap(v => held(v.id, owner, agreement.eyeshare, since, null)),
      ...held(of('V', 1), owner, agreement.carbontax, since, now + 5 * DAY),
      ...held(of('T', 0), owner, agreement.crono, now + 14 * DAY, null),
      ...held(of('T', 1), owner, agreement.crono, since, now - 2 * DAY),
      ...held(of('T', 2), owner, agreement.crono, since, null),
      ...held(of('S', 0), guest, agreement.eyepower, since, now + 10 * DAY),
    ])
    .execute()
}
export default seed
