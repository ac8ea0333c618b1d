// The demo company's inbox: what a dispatcher finds on the first evening, some of it unread.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import type { Seed } from '../seed.ts'
import { notify } from './queries.ts'

const seed: Seed = async (tx, { now, user_id, vehicles }) => {
  const [reefer, other] = [vehicles.find(v => v.setpoint !== null), vehicles.find(v => v.setpoint === null)]
  const at = (id: number | undefined) => (id === undefined ? {} : { url: `/global-map?v=${id}` })
  /** The oldest first, as they came. */
  const came = [
    { ago: 6 * DAY, read: true, message: 'Benvenuto in Flotta: i mezzi sono collegati e inviano la posizione.', url: '/dashboard' },
    { ago: 3 * DAY, read: true, message: `${other?.plate ?? ''}: intervallo di registrazione portato a 15 minuti.`, ...at(other?.id) },
    { ago: 26 * HOUR, read: false, message: `${reefer?.plate ?? ''}: il gruppo frigo ha ricevuto un nuovo setpoint.`, ...at(reefer?.id) },
    { ago: 5 * HOUR, read: false, message: 'Alcuni contratti scadono entro 30 giorni: controlla quali rinnovare.', url: '/agreements' },
    { ago: 20 * MINUTE, read: false, message: 'Un nuovo utente è stato invitato in azienda.', url: '/users' },
  ]
  for (const { ago, message, url } of came) await notify(tx, user_id, 'user', { message, url: url ?? '/dashboard' }, now - ago)
  const read = came.filter(c => c.read).length
  const oldest = await tx.selectFrom('notifications').select('id').where('user_id', '=', user_id).orderBy('id').limit(read).execute()
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
