// The commands `customer create`, `customer list` and `customer remove`.
import { Id, text } from '@flotta/core/contract.ts'
import { wordsOf } from '@flotta/core/issues.ts'
import { nameText } from '@flotta/core/names.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import type { Db } from '@flotta/platform/db.ts'
import { z } from 'zod'
import { type Configuration, Configurations } from './contract.ts'
import { createCustomer, mustBeCustomer, removeCustomer, updateCustomer } from './queries.ts'
import './tables.ts'

const columns = [
  'id',
  'parent_id',
  'name',
  'vat_id',
  'address',
  'city',
  'zip_code',
  'region',
  'email',
  'phone',
  'timezone',
  'configurations',
  'created_at',
] as const
const timezone = z
  .string()
  .refine(
    zone => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC',
    'not a time zone',
  )

/** `parameter=value,parameter=value` */
const configurations = z
  .string()
  .transform(s =>
    s
      .split(',')
      .map(p => p.trim())
      .filter(Boolean)
      .map(p => p.split('=') as [string, string | undefined]),
  )
  .refine(
    pairs => pairs.every(([k, v]) => /^\w+$/.test(k) && v !== undefined),
    'write parameter=value,parameter=value',
  )
  .transform(pairs => pairs.map(([parameter, v]) => ({ parameter, value: v ?? '' })))

/** Refuses the values that the screens refuse too, each by the name of its parameter. */
function mustBeAllowed(configurations: readonly Configuration[]): void {
  const { error } = Configurations.safeParse(configurations)
  if (error === undefined) return
  const fields = error.issues.map(
    issue =>
      [
        configurations[Number(issue.path[0])]?.parameter ?? 'configurations',
        [wordsOf(issue)],
      ] as const,
  )
  throw new Problem('invalid', 'api.invalid', Object.fromEntries(fields))
}

const printedCustomer = (db: Db, id: number) =>
  db.selectFrom('customers').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

export const commands: readonly Command[] = [
  command({
    noun: 'customer',
    verb: 'create',
    summary: 'Create a customer',
    options: z.object({
      name: nameText(200).describe('company name'),
      parent: Id.optional().describe('id of the customer above it'),
      'vat-id': text(30).optional().describe('VAT number'),
      email: z.email().optional().describe('e-mail address'),
      phone: text(30).optional().describe('phone number'),
      address: text().optional().describe('street and number'),
      city: text().optional().describe('city'),
      'zip-code': text(20).optional().describe('postal code'),
      region: text().optional().describe('region'),
      timezone: timezone
        .optional()
        .describe('time zone of reports and mails; default: FLOTTA_TIMEZONE'),
      configurations: configurations
        .optional()
        .describe('for example max_users=10,maps_view_satellite=1'),
    }),
    async run(a, { db, config }) {
      mustBeAllowed(a.configurations ?? [])
      if (a.parent !== undefined) await mustBeCustomer(db, a.parent)
      const { parent, 'vat-id': vat_id, 'zip-code': zip_code, configurations, ...values } = a
      return printedCustomer(
        db,
        await createCustomer(db, {
          ...values,
          timezone: a.timezone ?? config.FLOTTA_TIMEZONE,
          vat_id,
          zip_code,
          configurations,
          parent_id: parent ?? null,
        }),
      )
    },
  }),
  command({
    noun: 'customer',
    verb: 'configure',
    summary: 'Set configurations of a customer; the others stay',
    argument: 'id',
    options: z.object({
      id: Id.describe('customer id'),
      configurations: configurations.describe('for example alert_sms=1; an empty value removes'),
    }),
    async run(a, { db, now }) {
      mustBeAllowed(a.configurations)
      await mustBeCustomer(db, a.id)
      await updateCustomer(db, a.id, { configurations: a.configurations }, now())
      return printedCustomer(db, a.id)
    },
  }),
  command({
    noun: 'customer',
    verb: 'list',
    summary: 'List customers',
    options: z.object({}),
    columns: ['id', 'parent_id', 'name', 'city', 'email', 'created_at'],
    run: (_, { db }) =>
      db
        .selectFrom('customers')
        .select(columns)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute(),
  }),
  command({
    noun: 'customer',
    verb: 'remove',
    summary: 'Remove a customer; its users are signed out at once, its data is kept 30 days',
    argument: 'id',
    options: z.object({ id: Id.describe('customer id') }),
    async run({ id }, { db, now }) {
      if (!(await removeCustomer(db, id, now()))) throw noSuchRecord('customer', id)
      return printedCustomer(db, id)
    },
  }),
]
