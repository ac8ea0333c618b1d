// The demo company's inbox: what a dispatcher finds on the first evening, some of it unread.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import type { Seed } from '../../seed.ts'
import { notify } from './queries.ts'

const seed: Seed = async (tx, { now, user_id, vehicles }) => {
  const [reefer, otherVehicle] = [
    vehicles.find(v => v.setpoint !== null),
    vehicles.find(v => v.setpoint === null),
  ]
  const at = (id: number | undefined) => (id === undefined ? {} : { url: `/global-map?v=${id}` })
  /** The notifications, oldest first. */
  const came = [
    { ago: 6 * DAY, read: true, said: { key: 'notifications.demo.welcome', url: '/dashboard' } },
    {
      ago: 3 * DAY,
      read: true,
      said: {
        key: 'notifications.demo.interval',
        values: { plate: otherVehicle?.plate ?? '' },
        ...at(otherVehicle?.id),
      },
    },
    {
      ago: 26 * HOUR,
      read: false,
      said: {
        key: 'notifications.demo.setpoint',
        values: { plate: reefer?.plate ?? '' },
        ...at(reefer?.id),
      },
    },
    {
      ago: 5 * HOUR,
      read: false,
      said: { key: 'notifications.demo.agreements', url: '/agreements' },
    },
    { ago: 20 * MINUTE, read: false, said: { key: 'notifications.demo.user', url: '/users' } },
  ]
  for (const { ago, said } of came) await notify(tx, user_id, 'user', said, now - ago)
  const readCount = came.filter(c => c.read).length
  const oldest = await tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .limit(readCount)
    .execute()
  await tx
    .updateTable('notifications')
    .set({ read_at: new Date(now - HOUR) })
    .where(
      'id',
      'in',
      oldest.map(o => o.id),
    )
    .execute()
}
export default seed
