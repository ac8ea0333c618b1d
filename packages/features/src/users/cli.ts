// user create | list | remove
import { Id, Role, requiredText } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { missing, orTaken } from '@flotta/platform/cli-problems.ts'
import { hashPassword } from '@flotta/platform/passwords.ts'
import { z } from 'zod'
import { mustBeCustomer } from '../customers/queries.ts'
import { Email } from './contract.ts'
import { passwordFaults, printingPasswordFaults } from './rules.ts'
import './tables.ts'

const columns = ['id', 'customer_id', 'name', 'email', 'role', 'language', 'disabled', 'created_at'] as const

export const commands: readonly Command[] = [
  command({
    noun: 'user',
    verb: 'create',
    summary: 'Create a user',
    options: z.object({
      customer: Id.describe('customer id'),
      email: Email.describe('e-mail address, unique'),
      role: Role.describe('view, edit, control or printing'),
      password: z.string().describe('at least 8 characters with upper case, lower case, digit and one of # ? ! @ $ % ^ & * -'),
      name: requiredText(200).optional().describe('full name; default: the e-mail address'),
      language: Language.default('it').describe('it, en, es or de: language of mails'),
    }),
    async run(a, { db }) {
      const faults = a.role === 'printing' ? printingPasswordFaults(a.password) : passwordFaults(a.password)
      if (faults.length) throw new Problem('invalid', 'api.invalid', { password: faults.map(key => ({ key })) })
      await mustBeCustomer(db, a.customer)
      return orTaken(
        db
          .insertInto('users')
          .values({
            customer_id: a.customer,
            name: a.name ?? a.email,
            email: a.email,
            role: a.role,
            language: a.language,
            password_hash: await hashPassword(a.password),
          })
          .returning(columns)
          .executeTakeFirstOrThrow(),
        { users_email: { field: 'email', key: 'provider.email_taken' } },
      )
    },
  }),
  command({
    noun: 'user',
    verb: 'list',
    summary: 'List users',
    options: z.object({ customer: Id.optional().describe('of this customer only') }),
    columns: ['id', 'customer_id', 'name', 'email', 'role', 'language'],
    run: (a, { db }) =>
      db
        .selectFrom('users')
        .select(columns)
        .where('deleted_at', 'is', null)
        .$if(a.customer !== undefined, q => q.where('customer_id', '=', a.customer ?? 0))
        .orderBy('id')
        .execute(),
  }),
  command({
    noun: 'user',
    verb: 'remove',
    summary: 'Remove a user; signed out everywhere at once',
    argument: 'id',
    options: z.object({ id: Id.describe('user id') }),
    async run({ id }, { db }) {
      const gone = await db
        .updateTable('users')
        .set({ deleted_at: new Date() })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning(columns)
        .executeTakeFirst()
      if (!gone) throw missing('user', id)
      return gone
    },
  }),
]
