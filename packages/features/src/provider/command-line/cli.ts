// vehicle import: a whole sheet of vehicles, all or none; audit list: the trail of these commands
import { Id } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { insertVehicle } from '../../fleet/vehicles/record.ts'
import { listTrail } from '../../house/installation/trail.ts'
import { mustBeCustomer } from '../../people/customers/queries.ts'
import { createDevice } from '../../telemetry/registry/queries.ts'
import { importColumns, readVehicleRows } from './import.ts'
import { readCells } from './sheet.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'audit',
    verb: 'list',
    summary: 'List what was changed by commands, newest first',
    options: z.object({
      limit: z.coerce.number().int().min(1).max(10_000).default(50).describe('how many'),
    }),
    columns: ['id', 'at', 'account', 'host', 'command', 'arguments', 'record_id', 'error'],
    run: ({ limit }, { db }) => listTrail(db, limit),
  }),
  command({
    noun: 'vehicle',
    verb: 'import',
    summary: `Import vehicles from a sheet (.csv or .xlsx) whose first row names the columns: ${importColumns.join(', ')}; without a profile the tracker says what it speaks when it first connects; nothing is stored when a row is wrong`,
    argument: 'file',
    options: z.object({
      file: z.string().min(1).describe('path of the sheet'),
      customer: Id.describe('customer id of the owner'),
    }),
    columns: ['id', 'plate', 'vehicle_type', 'imei'],
    async run(a, ctx) {
      const cells = await readCells(a.file)
      await mustBeCustomer(ctx.db, a.customer)
      return ctx.db.transaction().execute(async tx => {
        const fleets = await tx
          .selectFrom('fleets')
          .select(['id', 'code'])
          .where('customer_id', '=', a.customer)
          .execute()
        const plates = await tx
          .selectFrom('vehicles')
          .select('plate')
          .where('customer_id', '=', a.customer)
          .where('deleted_at', 'is', null)
          .execute()
        const imeis = await tx
          .selectFrom('devices')
          .select('imei')
          .where('deleted_at', 'is', null)
          .execute()
        const sheet = readVehicleRows(cells, {
          profiles: ctx.profiles,
          fleets: fleets.map(f => f.code.toUpperCase()),
          plates: plates.map(v => v.plate.toUpperCase()),
          imeis: imeis.map(d => d.imei),
        })
        if (!sheet.ok) throw new Problem('invalid', sheet.words, sheet.fields)
        const createdVehicles = []
        for (const row of sheet.rows) {
          const id = await insertVehicle(tx, {
            customer_id: a.customer,
            plate: row.plate,
            vehicle_type: row.type,
            vehicle_subtype: row.subtype,
            serial: row.serial,
            model: row.model,
            color: row.color,
          })
          const fleet = fleets.find(f => f.code.toUpperCase() === row.fleet?.toUpperCase())
          if (fleet)
            await tx
              .insertInto('fleet_vehicles')
              .values({ customer_id: a.customer, vehicle_id: id, fleet_id: fleet.id })
              .execute()
          if (row.imei !== undefined)
            await createDevice(
              { ...ctx, db: tx },
              { vehicle_id: id, imei: row.imei, ...(row.profile && { profile: row.profile }) },
            )
          createdVehicles.push({
            id,
            plate: row.plate,
            vehicle_type: row.type,
            imei: row.imei ?? null,
          })
        }
        return createdVehicles
      })
    },
  }),
]
