// vehicle create | list | configure | remove
import { Id, text } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord, withConstraintProblems } from '@flotta/platform/cli-problems.ts'
import type { Db } from '@flotta/platform/db.ts'
import { z } from 'zod'
import type { Configuration } from '../../people/customers/contract.ts'
import { mustBeCustomer } from '../../people/customers/queries.ts'
import { ownVehicle } from '../access/vehicles.ts'
import { parameters } from './catalogue.ts'
import { insertVehicle, plateIndexes, removeVehicle, updateVehicle } from './record.ts'
import { VehicleSubtype, VehicleType } from './values.ts'
import './tables.ts'

const columns = [
  'id',
  'customer_id',
  'plate',
  'vehicle_type',
  'vehicle_subtype',
  'serial',
  'model',
  'color',
  'configurations',
  'created_at',
] as const

const printedVehicle = (db: Db, id: number) =>
  db.selectFrom('vehicles').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

/** Splits at commas that are followed by a name and `=`, because values may contain commas. */
function parseConfigurations(text: string, issues: z.RefinementCtx): Configuration[] {
  return text.split(/,(?=\s*\w+=)/).map(part => {
    const at = part.indexOf('=')
    if (at < 1) issues.addIssue({ code: 'custom', message: `"${part.trim()}" is not name=value` })
    return { parameter: part.slice(0, Math.max(0, at)).trim(), value: part.slice(at + 1).trim() }
  })
}

/** Reports the error at the option under its name on the command line. */
function mustBeCar({
  type,
  subtype,
}: {
  readonly type: VehicleType
  readonly subtype?: VehicleSubtype | undefined
}): void {
  if (subtype !== undefined && type !== 'U')
    throw new Problem('invalid', 'api.invalid', {
      subtype: [{ key: 'command_line.subtype_of_cars' }],
    })
}

export const commands: readonly Command[] = [
  command({
    noun: 'vehicle',
    verb: 'create',
    summary: 'Create a vehicle',
    options: z.object({
      customer: Id.describe('customer id of the owner'),
      plate: nameText(20)
        .transform(s => s.toUpperCase())
        .describe('plate, unique in the customer'),
      type: VehicleType.describe(
        'M motrice, P transpallet, R rimorchio, S semirimorchio, V van, T trattore, C centinato, U autovettura',
      ),
      subtype: VehicleSubtype.optional().describe(
        'of type U only: none, pickup, city_car, berlina, suv, electric',
      ),
      serial: text(50).optional().describe('serial number'),
      model: text(100).optional().describe('make and model'),
      color: text(30).optional().describe('colour'),
      'speed-limit': z.coerce
        .number()
        .int()
        .min(10)
        .max(250)
        .optional()
        .describe('km/h for the speed alert; default: by type'),
    }),
    async run(a, { db }) {
      mustBeCar(a)
      await mustBeCustomer(db, a.customer)
      const limit = a['speed-limit']
      const id = await withConstraintProblems(
        insertVehicle(db, {
          customer_id: a.customer,
          plate: a.plate,
          vehicle_type: a.type,
          vehicle_subtype: a.subtype,
          serial: a.serial,
          model: a.model,
          color: a.color,
          configurations: limit === undefined ? {} : { speed_limit_kmh: String(limit) },
        }),
        Object.fromEntries(
          Object.keys(plateIndexes).map(index => [
            index,
            { field: 'plate', key: 'command_line.plate_taken', values: { plate: a.plate } },
          ]),
        ),
      )
      return printedVehicle(db, id)
    },
  }),
  command({
    noun: 'vehicle',
    verb: 'list',
    summary: 'List vehicles',
    options: z.object({ customer: Id.optional().describe('of this customer only') }),
    columns: ['id', 'customer_id', 'plate', 'vehicle_type', 'model', 'serial'],
    run: (a, { db }) =>
      db
        .selectFrom('vehicles')
        .select(columns)
        .where('deleted_at', 'is', null)
        .$if(a.customer !== undefined, q => q.where('customer_id', '=', a.customer ?? 0))
        .orderBy('id')
        .execute(),
  }),
  command({
    noun: 'vehicle',
    verb: 'configure',
    summary: `Set configurations of a vehicle; those that are not named stay, an empty value removes: ${parameters.map(p => p.parameter).join(', ')}`,
    argument: 'id',
    options: z.object({
      id: Id.describe('vehicle id'),
      configurations: z
        .string()
        .min(1)
        .max(5_000)
        .transform(parseConfigurations)
        .describe('name=value,name=value; a comma inside a value stands as it is'),
    }),
    columns: ['id', 'plate', 'configurations'],
    run: ({ id, configurations }, { db, now }) =>
      db.transaction().execute(async tx => {
        const row = await tx
          .selectFrom('vehicles')
          .select('customer_id')
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        const vehicle = row && (await ownVehicle(id, row, { db: tx }))
        if (!vehicle) throw noSuchRecord('vehicle', id)
        await updateVehicle(tx, vehicle, { configurations }, 'provider', now())
        return printedVehicle(tx, id)
      }),
  }),
  command({
    noun: 'vehicle',
    verb: 'remove',
    summary:
      'Remove a vehicle and its device, which may be created again in another; its data is kept 30 days',
    argument: 'id',
    options: z.object({ id: Id.describe('vehicle id') }),
    run: ({ id }, { db, now }) =>
      db.transaction().execute(async tx => {
        const vehicle = await tx
          .selectFrom('vehicles')
          .select(columns)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!vehicle) throw noSuchRecord('vehicle', id)
        await removeVehicle(tx, id, now())
        return vehicle
      }),
  }),
]
