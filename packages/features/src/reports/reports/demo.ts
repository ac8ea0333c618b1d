// The demo company's reports, which the queue makes after the simulator has sent the data of the days before.
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { dayAt, dayBegin } from '@flotta/core/zones.ts'
import { enqueue } from '@flotta/platform/queue.ts'
import type { Seed } from '../../seed.ts'
import { reportTask } from './task.ts'
import './tables.ts'

const ZONE = 'Europe/Rome'
/** By then the devices have sent what they buffered. */
const AFTER = 5 * MINUTE

const seed: Seed = async (tx, { now, owner, vehicles }) => {
  const reefer = vehicles.find(v => v.setpoint !== null)
  const today = dayBegin(dayAt(now, ZONE), ZONE)
  const demoReports = [
    { type: 'eyegeo', services: 'eyegeo', vehicle: undefined, days: 7 },
    { type: 'temp', services: 'eyecold', vehicle: reefer, days: 2 },
  ] as const
  for (const { type, services, vehicle, days } of demoReports) {
    const { id } = await tx
      .insertInto('reports')
      .values({
        customer_id: owner,
        vehicle_id: vehicle?.id ?? null,
        vehicle: vehicle?.plate ?? null,
        // without a requester there is no notification, which would disturb a first look around
        requested_by: null,
        type,
        services,
        period_from: new Date(today - days * DAY),
        period_to: new Date(today),
        language: 'it',
        error: null,
        hash: null,
        task_id: null,
        idempotency_key: null,
        request_digest: null,
        created_at: new Date(now),
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('reports')
      .set({
        task_id: await enqueue(
          tx,
          reportTask,
          { report_id: id },
          { customer_id: owner, at: now + AFTER },
        ),
      })
      .where('id', '=', id)
      .execute()
  }
}
export default seed
