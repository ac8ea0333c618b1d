// agreement catalogue | create | list | remove
import { Id } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import { z } from 'zod'
import { mustBeCustomer } from '../../people/customers/queries.ts'
import { agreementIds, agreements } from './contract.ts'
import { createAgreement } from './records.ts'
import './tables.ts'

const columns = [
  'id',
  'vehicle_id',
  'customer_id',
  'agreement_id',
  'active_from',
  'active_to',
] as const
/** A day (`2026-12-31`, midnight UTC) or an instant (`2026-12-31T12:00:00Z`). */
const Moment = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    'write 2026-12-31 or 2026-12-31T12:00:00Z',
  )
  .transform(s => new Date(s))
const withCode = <T extends { agreement_id: number }>(row: T) => ({
  ...row,
  code: (agreements as Record<number, string>)[row.agreement_id],
})

export const commands: readonly Command[] = [
  command({
    noun: 'agreement',
    verb: 'catalogue',
    summary: 'The catalogue of agreements: the services that a customer can hold on a vehicle',
    options: z.object({}),
    run: async () => Object.entries(agreements).map(([id, code]) => ({ id: Number(id), code })),
  }),
  command({
    noun: 'agreement',
    verb: 'create',
    summary:
      'Give a customer a service on a vehicle; a customer that does not own the vehicle becomes its guest',
    options: z.object({
      vehicle: Id.describe('vehicle id'),
      customer: Id.describe('customer id'),
      agreement: z.coerce
        .number()
        .int()
        .describe(
          Object.entries(agreements)
            .map(([id, code]) => `${id} ${code}`)
            .join(', '),
        ),
      from: Moment.optional().describe('active from; default: now'),
      to: Moment.optional().describe('active to; default: no end'),
    }),
    async run(a, { db, now }) {
      if (!agreementIds.includes(a.agreement))
        throw new Problem('invalid', {
          key: 'command_line.unknown_agreement',
          values: { id: a.agreement, known: agreementIds.join(', ') },
        })
      const from = a.from ?? new Date(now())
      if (a.to && a.to <= from) throw new Problem('invalid', 'command_line.period_turned')
      if (
        !(await db
          .selectFrom('vehicles')
          .select('id')
          .where('id', '=', a.vehicle)
          .where('deleted_at', 'is', null)
          .executeTakeFirst())
      )
        throw noSuchRecord('vehicle', a.vehicle)
      await mustBeCustomer(db, a.customer)
      const id = await createAgreement(db, {
        vehicle_id: a.vehicle,
        customer_id: a.customer,
        agreement_id: a.agreement,
        active_from: from,
        active_to: a.to ?? null,
      })
      return withCode(
        await db
          .selectFrom('vehicle_agreements')
          .select(columns)
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    },
  }),
  command({
    noun: 'agreement',
    verb: 'list',
    summary: 'List agreements',
    options: z.object({
      vehicle: Id.optional().describe('of this vehicle only'),
      customer: Id.optional().describe('of this customer only'),
    }),
    async run(a, { db }) {
      const rows = await db
        .selectFrom('vehicle_agreements')
        .select(columns)
        .$if(a.vehicle !== undefined, q => q.where('vehicle_id', '=', a.vehicle ?? 0))
        .$if(a.customer !== undefined, q => q.where('customer_id', '=', a.customer ?? 0))
        .orderBy('id')
        .execute()
      return rows.map(withCode)
    },
  }),
  command({
    noun: 'agreement',
    verb: 'remove',
    summary: 'Take an agreement away; live updates of its data stop at once',
    argument: 'id',
    options: z.object({ id: Id.describe('id as `agreement list` shows it') }),
    async run({ id }, { db }) {
      const row = await db
        .deleteFrom('vehicle_agreements')
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      if (!row) throw noSuchRecord('agreement', id)
      return withCode(row)
    },
  }),
]
