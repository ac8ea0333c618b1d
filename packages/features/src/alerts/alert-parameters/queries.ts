// Reads the parameters of alerts for those who may see them, and writes them for the owner. A change ends the old row and begins a new one.
import type { Language } from '@flotta/core/languages.ts'
import { notFound, Problem, type Words } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context, OwnVehicle, VisibleVehicle } from '@flotta/platform/feature.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { activeAgreementIds, lockVehicle } from '../../fleet/access/vehicles.ts'
import { updateVehicle } from '../../fleet/vehicles/record.ts'
import type { VehicleType } from '../../fleet/vehicles/values.ts'
import { alertWords } from '../incidents/catalogue.ts'
import type { AlertParameters, AlertParametersForm } from './contract.ts'
import {
  configurationOf,
  effectiveParameters,
  isUsual,
  type SetAlert,
  settableAlerts,
  settableOf,
  USUAL,
  wrongParameters,
} from './rules.ts'
import './tables.ts'

const fields = [
  'alert_id',
  'active',
  'threshold',
  'clear',
  'dwell_s',
  'schedule',
  'parked',
  'valid_from',
] as const
interface Row extends AlertParametersForm {
  readonly alert_id: number
  readonly valid_from: Date
}
/** The parameters that are in force now, by alert. */
async function setOf(db: Db | Tx, vehicle_id: number): Promise<Map<number, Row>> {
  const rows = await db
    .selectFrom('alert_parameters')
    .select(fields)
    .where('vehicle_id', '=', vehicle_id)
    .where('valid_to', 'is', null)
    .execute()
  return new Map(
    rows.map(row => [
      row.alert_id,
      {
        ...row,
        schedule:
          row.schedule === null ? null : [...row.schedule].map(h => ({ ...h, days: [...h.days] })),
      } as Row,
    ]),
  )
}
const formOf = (row: Row | undefined): AlertParametersForm => {
  if (row === undefined) return USUAL
  const { active, threshold, clear, dwell_s, schedule, parked } = row
  return { active, threshold, clear, dwell_s, schedule, parked }
}
interface VehicleSettings {
  readonly vehicle_type: VehicleType
  readonly configurations: Readonly<Record<string, string>>
}
const configuredOf = (
  db: Db | Tx,
  { vehicle_id }: VisibleVehicle | OwnVehicle,
): Promise<VehicleSettings> =>
  db
    .selectFrom('vehicles')
    .select(['vehicle_type', 'configurations'])
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()

function recordOf(
  { say }: Pick<Context, 'say'>,
  language: Language,
  alert: SetAlert,
  row: Row | undefined,
  { vehicle_type, configurations }: VehicleSettings,
  owner: boolean,
): AlertParameters {
  const settable = settableOf(alert, vehicle_type)
  const form = effectiveParameters(alert, formOf(row), configurations)
  // Only the owner may see the vehicle's configurations.
  const hidesThreshold = !owner && configurationOf(alert) !== null
  return {
    alert_id: alert.id,
    code: alert.code,
    name: say(language, { key: alertWords(alert).name }),
    severity: alert.severity,
    settable:
      hidesThreshold && settable.threshold !== null
        ? { ...settable, threshold: { ...settable.threshold, default: null } }
        : settable,
    ...form,
    threshold: hidesThreshold ? null : form.threshold,
    changed_at: row?.valid_from.toISOString() ?? null,
  }
}

/** The parameters of the alerts whose agreements the caller holds on the vehicle. */
export async function parametersOf(
  ctx: Context,
  language: Language,
  vehicle: VisibleVehicle,
): Promise<AlertParameters[]> {
  const [set, configuration] = await Promise.all([
    setOf(ctx.db, vehicle.vehicle_id),
    configuredOf(ctx.db, vehicle),
  ])
  return settableAlerts
    .filter(alert => vehicle.agreements.includes(alert.agreement_id))
    .map(alert => recordOf(ctx, language, alert, set.get(alert.id), configuration, vehicle.owner))
}

/** The alert with this id on the customer's own vehicle. Throws 404 for an alert without parameters, 403 without its agreement. */
export async function settableOn(
  ctx: Context,
  { vehicle_id, customer_id }: OwnVehicle,
  alert_id: number,
): Promise<SetAlert> {
  const alert = settableAlerts.find(a => a.id === alert_id)
  if (alert === undefined) throw notFound()
  const agreementIds =
    (await activeAgreementIds(ctx, customer_id, ctx.now(), [vehicle_id])).get(vehicle_id) ?? []
  if (!agreementIds.includes(alert.agreement_id)) throw new Problem('forbidden', 'api.no_agreement')
  return alert
}

export type Changes = {
  readonly [K in keyof AlertParametersForm]?: AlertParametersForm[K] | undefined
}
/** The parameters as they would be after a change, with the threshold from the vehicle's configuration. Throws the faults, field by field. */
export async function parametersAfter(
  db: Db | Tx,
  vehicle: OwnVehicle,
  alert: SetAlert,
  changes: Changes,
) {
  const [set, configuration] = await Promise.all([
    setOf(db, vehicle.vehicle_id),
    configuredOf(db, vehicle),
  ])
  const before = formOf(set.get(alert.id))
  const form: AlertParametersForm = {
    ...effectiveParameters(alert, before, configuration.configurations),
    ...withoutUndefined(changes),
  }
  const wrong: Readonly<Record<string, Words>> = wrongParameters(
    settableOf(alert, configuration.vehicle_type),
    form,
  )
  if (Object.keys(wrong).length > 0)
    throw new Problem(
      'invalid',
      'api.invalid',
      Object.fromEntries(Object.entries(wrong).map(([name, words]) => [name, [words]])),
    )
  return { before, form, configured: configuration }
}

/** Sets the parameters of an alert from now on. A threshold that is a configuration of the vehicle is stored there alone. */
export async function setParameters(
  ctx: Context,
  language: Language,
  vehicle: OwnVehicle,
  alert: SetAlert,
  changes: Changes,
): Promise<AlertParameters> {
  const now = ctx.now()
  const configuration = configurationOf(alert)
  return ctx.db.transaction().execute(async tx => {
    await lockVehicle(tx, vehicle.vehicle_id)
    const { before, form, configured } = await parametersAfter(tx, vehicle, alert, changes)
    const value = form.threshold === null ? '' : String(form.threshold)
    if (
      configuration !== null &&
      changes.threshold !== undefined &&
      (configured.configurations[configuration] ?? '') !== value
    )
      await updateVehicle(
        tx,
        vehicle,
        { configurations: [{ parameter: configuration, value }] },
        'owner',
        now,
      )
    const storedForm = configuration === null ? form : { ...form, threshold: null }
    if (JSON.stringify(storedForm) !== JSON.stringify(before)) {
      await end(tx, vehicle, alert.id, now)
      if (!isUsual(storedForm))
        await tx
          .insertInto('alert_parameters')
          .values({
            ...storedForm,
            schedule: storedForm.schedule === null ? null : JSON.stringify(storedForm.schedule),
            customer_id: vehicle.customer_id,
            vehicle_id: vehicle.vehicle_id,
            alert_id: alert.id,
            valid_from: new Date(now),
            valid_to: null,
          })
          .execute()
    }
    const [set, is] = await Promise.all([setOf(tx, vehicle.vehicle_id), configuredOf(tx, vehicle)])
    return recordOf(ctx, language, alert, set.get(alert.id), is, true)
  })
}

/** Resets an alert to the usual parameters from now on. */
export async function end(
  db: Db | Tx,
  { vehicle_id }: OwnVehicle,
  alert_id: number,
  now: number,
): Promise<void> {
  await db
    .updateTable('alert_parameters')
    .set(q => ({ valid_to: q.fn<Date>('greatest', ['valid_from', q.val(new Date(now))]) }))
    .where('vehicle_id', '=', vehicle_id)
    .where('alert_id', '=', alert_id)
    .where('valid_to', 'is', null)
    .execute()
}
