// Reads the user and the vehicle for a link to the tachograph platform.
import { randomBytes } from 'node:crypto'
import type { Language } from '@flotta/core/languages.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import type { Ticket } from './rules.ts'
import '../../people/users/tables.ts'
import '../../fleet/vehicles/tables.ts'

const NONCE_BYTES = 16

export async function ticketFor(
  { db }: Pick<Context, 'db'>,
  { user_id, customer_id }: Caller,
  { vehicle_id }: VisibleVehicle,
  language: Language,
): Promise<Ticket> {
  const [{ email }, { plate }] = await Promise.all([
    db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow(),
    db
      .selectFrom('vehicles')
      .select('plate')
      .where('id', '=', vehicle_id)
      .executeTakeFirstOrThrow(),
  ])
  return {
    user_id,
    customer_id,
    email,
    vehicle_id,
    plate,
    language,
    nonce: randomBytes(NONCE_BYTES).toString('hex'),
  }
}
