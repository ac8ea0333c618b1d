// Changes one alert configuration.
import { invalid } from '@flotta/core/problem.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import type { z } from 'zod'
import { ALL_AREAS, areasNamedBy, type StoredAreas, storedAreas } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import type { NamedAreas } from '../incidents/contract.ts'
import { type ConfigurationLimits, checkConfigurations, FIELDS_OF_ONE } from './check.ts'
import type { AlertConfigurationForm } from './contract.ts'
import { scheduleText } from './write.ts'

type Form = z.output<typeof AlertConfigurationForm>
type Changes = { readonly [K in keyof Form]?: Form[K] | undefined }
/** The areas after a change: the given ones, else the former ones if the new alert takes the same kinds of areas. */
function areasAfter(
  { alert_id, ...stored }: StoredAreas & Pick<Form, 'alert_id'>,
  after: number,
  { area_ids, hub_ids, poi_ids }: Changes,
): NamedAreas {
  const [old, chosen] = [alertDefinition(alert_id), alertDefinition(after)]
  const isAlike = String(old?.areas) === String(chosen?.areas)
  const isNamed = area_ids !== undefined || hub_ids !== undefined || poi_ids !== undefined
  const hadAreas = stored.hub_ids.length + stored.poi_ids.length > 0
  if (!isAlike && hadAreas && !isNamed && chosen?.areas !== undefined)
    throw invalid({
      [chosen.areas.length > 1 ? 'hub_ids' : 'area_ids']: 'alert_configurations.areas.other_kind',
    })
  const before = areasNamedBy(chosen, isAlike ? stored : ALL_AREAS)
  return {
    area_ids: area_ids ?? before.area_ids,
    hub_ids: hub_ids ?? before.hub_ids,
    poi_ids: poi_ids ?? before.poi_ids,
  }
}

async function storedConfiguration(id: number, tx: WriteContext['tx']) {
  const { hub_ids, poi_ids, threshold, schedule, ...row } = await tx
    .selectFrom('alert_configurations')
    .select(['vehicle_id', 'alert_id', 'alert_channel_id', 'destination'])
    .select(['hub_ids', 'poi_ids', 'threshold', 'schedule'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const limits: ConfigurationLimits = {
    threshold,
    schedule: schedule?.map(span => ({ ...span, days: [...span.days] })) ?? null,
  }
  return { ...row, areas: { hub_ids, poi_ids }, limits }
}

export async function updateConfiguration(
  id: number,
  { area_ids, hub_ids, poi_ids, threshold, schedule, escalation, ...values }: Changes,
  writing: WriteContext,
): Promise<void> {
  const { tx, ctx } = writing
  const { limits: formerLimits, areas: formerAreas, ...before } = await storedConfiguration(id, tx)
  const request = { ...before, ...withoutUndefined(values) }
  const { vehicle_id, alert_id, alert_channel_id } = request
  const areas = areasAfter({ ...formerAreas, alert_id: before.alert_id }, alert_id, {
    area_ids,
    hub_ids,
    poi_ids,
  })
  // A changed alert keeps only the limits that it takes.
  const keptLimits =
    alert_id === before.alert_id ? formerLimits : { threshold: null, schedule: null }
  const limits: ConfigurationLimits = {
    threshold: threshold === undefined ? keptLimits.threshold : threshold,
    schedule: schedule === undefined ? keptLimits.schedule : schedule,
  }
  const checked = await checkConfigurations(
    {
      vehicles: [vehicle_id],
      alerts: [alert_id],
      alert_channel_id,
      destinations: [request.destination],
      areas,
      escalation,
      limits,
    },
    FIELDS_OF_ONE,
    writing,
  )
  const [destination = request.destination] = checked.destinations
  const stored = storedAreas(alertDefinition(alert_id), areas)
  await orTaken(
    tx
      .updateTable('alert_configurations')
      .set({
        ...request,
        destination,
        ...(checked.escalation !== undefined && { escalation: JSON.stringify(checked.escalation) }),
        hub_ids: [...stored.hub_ids],
        poi_ids: [...stored.poi_ids],
        threshold: limits.threshold,
        schedule: scheduleText(limits),
        updated_at: new Date(ctx.now()),
      })
      .where('id', '=', id)
      .execute(),
    { alert_configurations_same: 'destination' },
  )
}
