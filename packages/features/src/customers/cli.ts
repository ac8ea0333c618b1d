// customer create | list | remove
import { Id, requiredText, text } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { missing } from '@flotta/platform/cli-problems.ts'
import { z } from 'zod'
import { mustBeCustomer } from './queries.ts'
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
const timezone = z.string().refine(zone => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'not a time zone')

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
  .refine(pairs => pairs.every(([k, v]) => /^\w+$/.test(k) && v !== undefined), 'write parameter=value,parameter=value')
  .transform(pairs => Object.fromEntries(pairs.map(([k, v]) => [k, v ?? ''])))

export const commands: readonly Command[] = [
  command({
    noun: 'customer',
    verb: 'create',
    summary: 'Create a customer',
    options: z.object({
      name: requiredText(200).describe('company name'),
      parent: Id.optional().describe('id of the customer above it'),
      'vat-id': text(30).optional().describe('VAT number'),
      email: z.email().optional().describe('e-mail address'),
      phone: text(30).optional().describe('phone number'),
      address: text().optional().describe('street and number'),
      city: text().optional().describe('city'),
      'zip-code': text(20).optional().describe('postal code'),
      region: text().optional().describe('region'),
      timezone: timezone.default('Europe/Rome').describe('time zone of reports and mails'),
      configurations: configurations.optional().describe('for example max_users=10,maps_view_satellite=1'),
    }),
    async run(a, { db }) {
      if (a.parent !== undefined) await mustBeCustomer(db, a.parent)
      return db
        .insertInto('customers')
        .values({
          name: a.name,
          parent_id: a.parent ?? null,
          vat_id: a['vat-id'] ?? null,
          email: a.email ?? null,
          phone: a.phone ?? null,
          address: a.address ?? null,
          city: a.city ?? null,
          zip_code: a['zip-code'] ?? null,
          region: a.region ?? null,
          timezone: a.timezone,
          configurations: JSON.stringify(a.configurations ?? {}),
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
    },
  }),
  command({
    noun: 'customer',
    verb: 'configure',
    summary: 'Set configurations of a customer; the others stay',
    argument: 'id',
    options: z.object({ id: Id.describe('customer id'), configurations: configurations.describe('for example alert_sms=1; an empty value removes') }),
    async run(a, { db }) {
      const row = await db.selectFrom('customers').select('configurations').where('id', '=', a.id).where('deleted_at', 'is', null).executeTakeFirst()
      if (!row) throw missing('customer', a.id)
      const merged = Object.fromEntries(Object.entries({ ...row.configurations, ...a.configurations }).filter(([, v]) => v !== ''))
      return db
        .updateTable('customers')
        .set({ configurations: JSON.stringify(merged), updated_at: new Date() })
        .where('id', '=', a.id)
        .returning(columns)
        .executeTakeFirstOrThrow()
    },
  }),
  command({
    noun: 'customer',
    verb: 'list',
    summary: 'List customers',
    options: z.object({}),
    columns: ['id', 'parent_id', 'name', 'city', 'email', 'created_at'],
    run: (_, { db }) => db.selectFrom('customers').select(columns).where('deleted_at', 'is', null).orderBy('id').execute(),
  }),
  command({
    noun: 'customer',
    verb: 'remove',
    summary: 'Remove a customer; its users are signed out at once, its data is kept 30 days',
    argument: 'id',
    options: z.object({ id: Id.describe('customer id') }),
    async run({ id }, { db }) {
      if (await db.selectFrom('customers').select('id').where('parent_id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()) throw hasChildren(id)
      const gone = await db
        .updateTable('customers')
        .set({ deleted_at: new Date() })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning(columns)
        .executeTakeFirst()
      if (!gone) throw missing('customer', id)
      return gone
    },
  }),
]
const hasChildren = (id: number) => new Problem('conflict', { key: 'provider.has_children', values: { id } })
