// user create | list | remove

import { text } from 'node:stream/consumers'
import { Email, Id, Role } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { nameText } from '@flotta/core/names.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { hashPassword } from '@flotta/platform/passwords.ts'
import { z } from 'zod'
import { mustBeCustomer } from '../customers/queries.ts'
import { invite } from './links.ts'
import { isCommon } from './passwords.ts'
import { createUser, removeUser } from './queries.ts'
import { passwordFaults, printingPasswordFaults } from './rules.ts'
import './tables.ts'

const columns = [
  'id',
  'customer_id',
  'name',
  'email',
  'role',
  'language',
  'disabled',
  'created_at',
] as const

const printedUser = (db: Db | Tx, id: number) =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

/** A password from standard input, without the end of its line. */
const passwordFromInput = async (): Promise<string> =>
  (await text(process.stdin)).replace(/\r?\n$/, '')

export const commands: readonly Command[] = [
  command({
    noun: 'user',
    verb: 'create',
    summary: 'Create a user',
    options: z.object({
      customer: Id.describe('customer id'),
      email: Email.describe('e-mail address, unique'),
      role: Role.describe('view, edit, control or printing'),
      password: z
        .string()
        .optional()
        .describe(
          '- reads it from standard input; at least 8 characters with upper case, lower case, digit and one of # ? ! @ $ % ^ & * -; default: an invitation link',
        )
        .meta({ secret: true }),
      name: nameText(200)
        .optional()
        .describe('full name; default: what stands before the @ of the address'),
      language: Language.optional().describe(
        'it, en, es or de: language of mails; default: FLOTTA_LANGUAGE',
      ),
    }),
    async run(a, ctx) {
      const password = a.password === '-' ? await passwordFromInput() : a.password
      const faults =
        password === undefined
          ? []
          : a.role === 'printing'
            ? printingPasswordFaults(password)
            : passwordFaults(password)
      if (faults.length)
        throw new Problem('invalid', 'api.invalid', { password: faults.map(key => ({ key })) })
      if (password !== undefined && isCommon(password))
        throw invalid({ password: 'validation.password_common' })
      await mustBeCustomer(ctx.db, a.customer)
      const password_hash = password === undefined ? null : await hashPassword(password)
      return ctx.db.transaction().execute(async tx => {
        const {
          customer: customer_id,
          name = a.email.split('@')[0] ?? '',
          email,
          role,
          language = ctx.config.FLOTTA_LANGUAGE,
        } = a
        const user = await printedUser(
          tx,
          await createUser(tx, {
            customer_id,
            name,
            email,
            role,
            language,
            active: 1,
            password_hash,
          }),
        )
        return password_hash === null ? { ...user, invitation: await invite(ctx, tx, user) } : user
      })
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
    async run({ id }, { db, now }) {
      if (!(await removeUser(db, id, now()))) throw noSuchRecord('user', id)
      return printedUser(db, id)
    },
  }),
]
