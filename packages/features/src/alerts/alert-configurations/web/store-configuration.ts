// Stores the form of an alert configuration, and assigns the server's errors to its fields.
import { call } from '@flotta/ui/api.ts'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { type StepInput, stepsOf } from '../../escalations/web/steps.ts'
import { type AlertConfiguration, alertConfigurations, createMany } from '../contract.ts'
import { type ChosenAreas, isNamed, namedBy } from './named-areas.ts'

export type Faults = Readonly<Record<string, string>>

/** The server's errors under the names of the form's fields; null for any other error. */
export function answeredFaults(error: unknown): Faults | null {
  const errors = fieldErrors(error)
  return (
    errors && {
      ...errors,
      alerts: errors.alerts ?? errors.alert_id ?? errors.vehicles ?? errors.vehicle_id ?? '',
      destinations: errors.destinations ?? errors.destination ?? '',
    }
  )
}

interface FormValues {
  readonly vehicle_ids: readonly number[]
  readonly alerts: readonly number[]
  readonly channel: number
  readonly destinations: readonly string[]
  readonly areas: ChosenAreas
  readonly steps: readonly StepInput[]
}
/** Changes the configuration `before`, or creates one for each vehicle, alert and destination. */
export async function store(before: AlertConfiguration | null, values: FormValues): Promise<void> {
  const { vehicle_ids, alerts, channel, destinations, areas, steps } = values
  const [alert_id = 0] = alerts
  const [destination = ''] = destinations
  const named = namedBy(alerts, areas)
  const { area_ids, hub_ids, poi_ids } = named
  // Areas are also sent when the last one was removed.
  const naming =
    isNamed(named) || (before !== null && isNamed(before))
      ? { area_ids: [...area_ids], hub_ids: [...hub_ids], poi_ids: [...poi_ids] }
      : {}
  const escalating = escalationOf(before, steps)
  if (before === null)
    await call(createMany, {
      body: {
        vehicles: [...vehicle_ids],
        alerts: [...alerts],
        alert_channel_id: channel,
        destinations: [...destinations],
        ...naming,
        ...escalating,
      },
    })
  else
    await call(alertConfigurations.update, {
      params: { id: before.id },
      body: { alert_id, alert_channel_id: channel, destination, ...naming, ...escalating },
    })
}

/** The escalation for a call; absent if there are no steps and were none. */
export const escalationOf = (
  before: AlertConfiguration | null,
  steps: readonly StepInput[],
): { escalation?: ReturnType<typeof stepsOf> } =>
  steps.length > 0 || (before !== null && before.escalation.length > 0)
    ? { escalation: stepsOf(steps) }
    : {}
