// The demo company's scheduled reports: the drivers of every day, the fleet of every week, temperatures and costs of every month. Last month's costs are mailed on the first evening.
import { DAY } from '@flotta/core/time.ts'
import type { Seed } from '../../seed.ts'
import './tables.ts'

const seed: Seed = async (tx, { now, owner, user_id, vehicles }) => {
  const reefer = vehicles.find(v => v.setpoint !== null)
  const common = {
    customer_id: owner,
    user_id,
    services: '',
    fleet_id: null,
    language: 'it' as const,
    hour: 6,
  }
  await tx
    .insertInto('report_schedules')
    .values([
      {
        ...common,
        name: 'Autisti di ieri',
        type: 'drivers',
        about: 'all',
        vehicle_id: null,
        every: 'day',
        recipients: ['ufficio.traffico@trasportidemo.example'],
        since: new Date(now),
      },
      {
        ...common,
        name: 'Costi del mese',
        type: 'tco',
        about: 'all',
        vehicle_id: null,
        every: 'month',
        recipients: ['amministrazione@trasportidemo.example'],
        // the costs of last month are known at once
        since: new Date(now - 32 * DAY),
      },
      {
        ...common,
        name: 'Riepilogo settimanale',
        type: 'master',
        about: 'all',
        vehicle_id: null,
        every: 'week',
        hour: 7,
        recipients: ['direzione@trasportidemo.example', 'amministrazione@trasportidemo.example'],
        since: new Date(now),
      },
      ...(reefer === undefined
        ? []
        : [
            {
              ...common,
              name: `Temperature ${reefer.plate}`,
              type: 'temp' as const,
              about: 'vehicle' as const,
              vehicle_id: reefer.id,
              every: 'month' as const,
              recipients: ['qualita@salumificiodemo.example'],
              since: new Date(now),
            },
          ]),
    ])
    .execute()
}
export default seed
