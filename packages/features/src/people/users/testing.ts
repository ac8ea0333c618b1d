// Users for tests; all have the same password.
import { randomBytes } from 'node:crypto'
import type { Role } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Tables } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { hashQuickly } from '@flotta/platform/testing.passwords.ts'
import type { Selectable } from 'kysely'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export const PASSWORD = 'Sicura!2026'
let passwordHash: Promise<string> | undefined

/** A user of a company. */
export type User = Selectable<Tables['users']> & {
  readonly customer_id: number
  readonly role: Role
}
export interface UserValues {
  readonly email?: string
  readonly name?: string
  readonly language?: Language
  readonly provider?: boolean
}
export async function makeUser(
  { db, now }: Pick<Context, 'db' | 'now'>,
  customer_id: number,
  role: Role = 'view',
  {
    email = `${randomBytes(4).toString('hex')}@example.com`,
    name = email,
    language = 'it',
    provider = false,
  }: UserValues = {},
): Promise<User> {
  passwordHash ??= hashQuickly(PASSWORD)
  const user = await db
    .insertInto('users')
    .values({
      customer_id,
      role,
      provider,
      email,
      language,
      name,
      password_hash: await passwordHash,
      password_changed_at: new Date(now()),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...user, customer_id, role }
}

/** A provider without a company. */
export async function makeProvider({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Promise<Selectable<Tables['users']>> {
  passwordHash ??= hashQuickly(PASSWORD)
  const email = `${randomBytes(4).toString('hex')}@provider.example`
  return db
    .insertInto('users')
    .values({
      customer_id: null,
      role: null,
      provider: true,
      email,
      language: 'it',
      name: email,
      password_hash: await passwordHash,
      password_changed_at: new Date(now()),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const samples: Samples = {
  users: {
    make: async (ctx, { customer_id, word }) =>
      (await makeUser(ctx, customer_id, 'view', { name: `${word} colleague` })).id,
    bodies: {
      'POST /users': { name: 'Sample', email: 'sample@example.com', role: 'view' },
      'PUT /users/:id': { name: 'Another' },
      'PATCH /users/:id/printing-password': {
        password: 'stampare',
        password_confirmation: 'stampare',
      },
    },
  },
}
