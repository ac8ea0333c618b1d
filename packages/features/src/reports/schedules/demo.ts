// The demo company's scheduled reports: the drivers of every day, the fleet of every week, temperatures and costs of every month. Last month's costs are mailed on the first evening.
import { DAY } from '@flotta/core/time.ts'
import type { Seed } from '../../seed.ts'
import './tables.ts'

/** @param now epoch ms */
const wholeFleetSchedules = (now: number) =>
  [
    {
      name: 'Autisti di ieri',
      type: 'drivers',
      every: 'day',
      hour: 6,
      recipients: ['ufficio.traffico@trasportidemo.example'],
      since: new Date(now),
    },
    {
      name: 'Costi del mese',
      type: 'tco',
      every: 'month',
      hour: 6,
      recipients: ['amministrazione@trasportidemo.example'],
      // A month ago, so that the report of last month's costs is due at once.
      since: new Date(now - 32 * DAY),
    },
    {
      name: 'Riepilogo settimanale',
      type: 'master',
      every: 'week',
      hour: 7,
      recipients: ['direzione@trasportidemo.example', 'amministrazione@trasportidemo.example'],
      since: new Date(now),
    },
  ] as const

const seed: Seed = async (tx, { now, owner, user_id, vehicles }) => {
  const reefer = vehicles.find(v => v.setpoint !== null)
  const common = {
    customer_id: owner,
    user_id,
    services: '',
    fleet_id: null,
    language: 'it' as const,
  }
  await tx
    .insertInto('report_schedules')
    .values([
      ...wholeFleetSchedules(now).map(({ recipients, ...schedule }) => ({
        ...common,
        ...schedule,
        about: 'all' as const,
        vehicle_id: null,
        recipients: [...recipients],
      })),
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
              hour: 6,
              recipients: ['qualita@salumificiodemo.example'],
              since: new Date(now),
            },
          ]),
    ])
    .execute()
}
export default seed
