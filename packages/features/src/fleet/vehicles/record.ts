// Writes the record of a vehicle: for its owner on screens, for the provider on the command line.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { OwnVehicle, VisibleVehicle } from '@flotta/platform/feature.ts'
import { etagOf } from '@flotta/platform/http/answer.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import { freeDevices } from '../../telemetry/registry/mounts.ts'
import { configurationFaults, mergeConfigurations } from './catalogue.ts'
import type { VehicleForm } from './contract.ts'
import './tables.ts'

const columns = [
  'plate',
  'serial',
  'model',
  'color',
  'vehicle_type',
  'vehicle_subtype',
  'configurations',
  'km_offset',
  'log_interval',
  'ownership_type',
  'tire_ownership',
  'tire_parameters',
] as const

/** The version of the fields that people edit. It does not change while the vehicle drives. */
export async function recordVersion(
  db: Db | Tx,
  { vehicle_id }: VisibleVehicle | OwnVehicle,
): Promise<string> {
  const row = await db
    .selectFrom('vehicles')
    .select(columns)
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  const configurations = Object.entries(row.configurations).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return etagOf(JSON.stringify({ ...row, configurations }))
}

function mustFit({
  vehicle_type,
  vehicle_subtype,
}: {
  readonly vehicle_type: VehicleForm['vehicle_type']
  readonly vehicle_subtype?: VehicleForm['vehicle_subtype'] | undefined
}): void {
  if (vehicle_subtype != null && vehicle_subtype !== 'none' && vehicle_type !== 'U')
    throw invalid({ vehicle_subtype: 'command_line.subtype_of_cars' })
}

export type NewVehicleRecord = Omit<
  VehicleForm,
  'configurations' | 'vehicle_subtype' | 'serial' | 'model' | 'color'
> & {
  readonly [K in 'vehicle_subtype' | 'serial' | 'model' | 'color']?: VehicleForm[K] | undefined
} & {
  readonly customer_id: number
  readonly retired?: boolean
  readonly configurations?: Readonly<Record<string, string>>
}
/**
 * Inserts the row of a new vehicle. Throws `invalid` for values that do not fit together.
 * @returns its id
 */
export async function insertVehicle(
  db: Db | Tx,
  { configurations = {}, ...values }: NewVehicleRecord,
): Promise<number> {
  mustFit(values)
  const { serial = null, model = null, color = null, vehicle_subtype = null } = values
  const { id } = await db
    .insertInto('vehicles')
    .values({
      ...values,
      serial,
      model,
      color,
      vehicle_subtype: values.vehicle_type === 'U' ? vehicle_subtype : null,
      configurations: JSON.stringify(configurations),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates a vehicle of a company. Throws `invalid` for values that do not fit together.
 * @returns its id
 */
export async function createVehicle(
  db: Db | Tx,
  {
    configurations,
    ...values
  }: VehicleForm & { readonly customer_id: number; readonly retired?: boolean },
  by: 'owner' | 'provider',
): Promise<number> {
  mustFit(values)
  if (values.color !== null && !/^#[0-9a-f]{6}$/i.test(values.color))
    throw invalid({ color: 'validation.color' })
  const wrong = configurationFaults({}, configurations, by)
  if (wrong.length > 0) throw new Problem('invalid', 'api.invalid', { configurations: wrong })
  const row = { ...values, configurations: mergeConfigurations({}, configurations) }
  return orTaken(insertVehicle(db, row), plateIndexes)
}

/** A plate is unique in its company, also without its blanks. */
export const plateIndexes = { vehicles_plate: 'plate', vehicles_plate_key: 'plate' } as const

/** Removes a vehicle. Its device may be created again in another vehicle; its data are kept for 30 days. */
export async function removeVehicle(tx: Tx, id: number, now: number): Promise<void> {
  const at = new Date(now)
  await tx.updateTable('vehicles').set({ deleted_at: at }).where('id', '=', id).execute()
  await freeDevices(tx, id, at)
}

type Changes = { readonly [K in keyof VehicleForm]?: VehicleForm[K] | undefined } & {
  readonly retired?: boolean | undefined
}

/** Sets the given fields only, and of the configurations only the named ones. The caller has locked the row. */
export async function updateVehicle(
  tx: Tx,
  { vehicle_id }: OwnVehicle,
  values: Changes,
  by: 'owner' | 'provider',
  now: number,
): Promise<void> {
  const before = await tx
    .selectFrom('vehicles')
    .select(columns)
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  const { configurations = [], ...rest } = withoutUndefined(values)
  const vehicle_type = rest.vehicle_type ?? before.vehicle_type
  mustFit({ vehicle_type, vehicle_subtype: rest.vehicle_subtype })
  if (rest.color != null && rest.color !== before.color && !/^#[0-9a-f]{6}$/i.test(rest.color))
    throw invalid({ color: 'validation.color' })
  const wrong = configurationFaults(before.configurations, configurations, by)
  if (wrong.length > 0) throw new Problem('invalid', 'api.invalid', { configurations: wrong })
  await orTaken(
    tx
      .updateTable('vehicles')
      .set({
        ...rest,
        ...(vehicle_type !== 'U' && { vehicle_subtype: null }),
        ...(configurations.length > 0 && {
          configurations: JSON.stringify(
            mergeConfigurations(before.configurations, configurations),
          ),
        }),
        updated_at: new Date(now),
      })
      .where('id', '=', vehicle_id)
      .execute(),
    plateIndexes,
  )
}
