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
  'provider',
  'language',
  'disabled',
  'created_at',
] as const

const printedUser = (db: Db | Tx, id: number) =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

/** Reads a password from standard input, without the end of its line. */
const passwordFromInput = async (): Promise<string> =>
  (await text(process.stdin)).replace(/\r?\n$/, '')

/** A role needs a customer, and a user without a customer must be a provider. */
function mustFit({
  customer,
  role,
  provider,
}: {
  readonly customer?: number | undefined
  readonly role?: Role | undefined
  readonly provider: boolean
}): void {
  if (customer === undefined && !provider) throw invalid({ customer: 'validation.required' })
  if (customer !== undefined && role === undefined) throw invalid({ role: 'validation.required' })
  if (customer === undefined && role !== undefined)
    throw invalid({ role: 'users.role_without_company' })
  if (provider && role === 'printing') throw invalid({ role: 'users.provider_prints_not' })
}

export const commands: readonly Command[] = [
  command({
    noun: 'user',
    verb: 'create',
    summary: 'Create a user of a customer, or with --provider one who runs the installation',
    options: z.object({
      customer: Id.optional().describe('customer id; only a provider may be without one'),
      email: Email.describe('e-mail address, unique'),
      role: Role.optional().describe('view, edit, control or printing; with a customer'),
      provider: z
        .boolean()
        .default(false)
        .describe('with the mark of a provider, beside a role or without a customer'),
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
      mustFit(a)
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
      if (a.customer !== undefined) await mustBeCustomer(ctx.db, a.customer)
      const password_hash = password === undefined ? null : await hashPassword(password)
      return ctx.db.transaction().execute(async tx => {
        const {
          customer: customer_id = null,
          name = a.email.split('@')[0] ?? '',
          email,
          role = null,
          provider,
          language = ctx.config.FLOTTA_LANGUAGE,
        } = a
        const user = await printedUser(
          tx,
          await createUser(tx, {
            customer_id,
            name,
            email,
            role,
            provider,
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
    columns: ['id', 'customer_id', 'name', 'email', 'role', 'provider', 'language'],
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
