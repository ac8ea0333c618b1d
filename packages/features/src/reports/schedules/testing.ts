// Scheduled reports for tests.
import { randomBytes } from 'node:crypto'
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Samples } from '../../samples.ts'
import './tables.ts'

type ScheduleTable = Tables['report_schedules']
export const makeSchedule = (
  db: Db,
  customer_id: number,
  user_id: number,
  values: Partial<Omit<Insertable<ScheduleTable>, 'customer_id' | 'user_id'>> = {},
): Promise<Selectable<ScheduleTable>> =>
  db
    .insertInto('report_schedules')
    .values({
      customer_id,
      user_id,
      name: randomBytes(4).toString('hex'),
      type: 'eyegeo',
      services: '',
      about: 'all',
      vehicle_id: null,
      fleet_id: null,
      every: 'day',
      hour: 6,
      recipients: ['capo@aurora.example'],
      language: 'it',
      since: new Date('2026-01-01'),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const samples: Samples = {
  report_schedules: {
    make: async ({ db, now }, { customer_id, user_id, word }) => {
      const name = `${word} ${randomBytes(4).toString('hex')}`
      return (await makeSchedule(db, customer_id, user_id, { name, since: new Date(now()) })).id
    },
    bodies: {
      'POST /report_schedules': {
        name: 'Sample',
        type: 'eyegeo',
        every: 'week',
        recipients: ['sample@aurora.example'],
      },
      'PUT /report_schedules/:id': { name: 'Another' },
    },
  },
}
