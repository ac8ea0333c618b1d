// The form of an alert configuration: its values, its faults, and saving after a confirmation.
import { Email } from '@flotta/core/contract.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { useUnsaved } from '@flotta/ui/resource/unsaved.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areWhole, inputsOf, type StepInput } from '../../escalations/web/steps.ts'
import type { RehearsalQuestion } from '../../recipients/web/Rehearsal.tsx'
import type { AlertConfiguration } from '../contract.ts'
import { areasOf, type ChosenAreas, NO_AREAS, namedBy } from './named-areas.ts'
import { answeredFaults, escalationOf, type Faults, store } from './store-configuration.ts'
import { CHAT, type ListedVehicle, SMS, useWrites } from './useConfigurations.ts'

export type ConfigurationTask =
  | { readonly type: 'create' | 'massive'; readonly vehicles: readonly ListedVehicle[] }
  | { readonly type: 'edit'; readonly configuration: AlertConfiguration }

export const EMAIL = 1
/** The form offers this prefix for national numbers (alert-configurations.35). */
export const PREFIX = '+39'
export interface DestinationInput {
  readonly place: number
  readonly text: string
}
/** Digits as people group them, national or with `+`; the server checks that such a number can exist. */
const NUMBER = /^\+?\d[\d\s]*$/

/** The errors of the destinations: a text key by field. */
function destinationFaults(
  destinations: readonly DestinationInput[],
  channel: number,
): [field: string, key: string][] {
  const isRight = (text: string): boolean =>
    channel === CHAT || (channel === SMS ? NUMBER.test(text) : Email.safeParse(text).success)
  return destinations.flatMap(({ place, text }) =>
    text.trim() === '' || isRight(text.trim())
      ? []
      : [[`destination ${place}`, channel === SMS ? 'validation.digits' : 'validation.email']],
  )
}

/** The errors of the form: a text key by field. */
function faultsOf({
  alerts,
  destinations,
  channel,
  steps,
}: Pick<ReturnType<typeof useFormValues>, 'alerts' | 'destinations' | 'channel' | 'steps'>): [
  field: string,
  key: string,
][] {
  const isEmpty = destinations.every(({ text }) => text.trim() === '')
  return [
    ...(alerts.length === 0 ? ([['alerts', 'validation.required']] as const) : []),
    ...(isEmpty ? ([['destinations', 'validation.required']] as const) : []),
    ...destinationFaults(destinations, channel),
    ...(areWhole(steps) ? [] : ([['escalation', 'escalations.fault.one_target']] as const)),
  ].map(([field, key]) => [field, key])
}

const vehicleIdsOf = (task: ConfigurationTask): number[] =>
  task.type === 'edit' ? [task.configuration.vehicle_id] : task.vehicles.map(v => v.id)

/** A national number without the prefix, which is shown beside the field. */
const withoutPrefix = (destination: string): string =>
  destination.startsWith(PREFIX) ? destination.slice(PREFIX.length) : destination

/** The values of the form. */
function useFormValues(task: ConfigurationTask) {
  const before = task.type === 'edit' ? task.configuration : null
  const [vehicle_ids] = useState(() => vehicleIdsOf(task))
  const [channel, setChannel] = useState(before?.alert_channel_id ?? EMAIL)
  const [alerts, setAlerts] = useState<readonly number[]>(before === null ? [] : [before.alert_id])
  const firstAreas = before === null ? NO_AREAS : areasOf(before)
  const [areas, setAreas] = useState<ChosenAreas>(firstAreas)
  const [firstSteps] = useState(() => inputsOf(before?.escalation ?? []))
  const [steps, setSteps] = useState<readonly StepInput[]>(firstSteps)
  const firstText = before === null ? '' : withoutPrefix(before.destination)
  const [destinations, setDestinations] = useState<readonly DestinationInput[]>([
    { place: 0, text: firstText },
  ])
  return {
    before,
    vehicle_ids,
    channel,
    setChannel,
    alerts,
    setAlerts,
    areas,
    setAreas,
    steps,
    setSteps,
    destinations,
    clearDestinations: () => setDestinations([{ place: 0, text: '' }]),
    typeDestination(place: number, text: string) {
      const inputs = destinations.map(input => (input.place === place ? { place, text } : input))
      // A new empty field appears when the last one is filled.
      setDestinations(
        before === null && inputs.every(input => input.text.trim() !== '')
          ? [...inputs, { place: inputs.length, text: '' }]
          : inputs,
      )
    },
    isDirty:
      steps !== firstSteps ||
      JSON.stringify(areas) !== JSON.stringify(firstAreas) ||
      alerts.join() !== (before === null ? '' : String(before.alert_id)) ||
      destinations.some(({ place, text }) => text !== (place === 0 ? firstText : '')),
  }
}

/** The input for the question who would be told; null: the form has errors. */
function questionOf({
  before,
  vehicle_ids,
  alerts,
  channel,
  destinations,
  areas,
  steps,
}: Pick<
  ReturnType<typeof useFormValues>,
  'before' | 'vehicle_ids' | 'alerts' | 'channel' | 'destinations' | 'areas' | 'steps'
>): RehearsalQuestion | null {
  const hasFaults = destinationFaults(destinations, channel).length > 0 || !areWhole(steps)
  if (alerts.length === 0 || hasFaults) return null
  const { area_ids, hub_ids, poi_ids } = namedBy(alerts, areas)
  return {
    vehicles: [...vehicle_ids],
    alerts: [...alerts],
    alert_channel_id: channel,
    destinations: destinations.map(({ text }) => text.trim()).filter(Boolean),
    area_ids: [...area_ids],
    hub_ids: [...hub_ids],
    poi_ids: [...poi_ids],
    ...escalationOf(before, steps),
    ...(before !== null && { configuration_id: before.id }),
  }
}

export type ConfigurationForm = ReturnType<typeof useConfigurationForm>
/**
 * The form of a task.
 * @param onStored closes the form after the values are stored
 */
export function useConfigurationForm(task: ConfigurationTask, onStored: () => void) {
  const { t } = useTranslation()
  const {
    setChannel,
    setAlerts,
    setAreas,
    setSteps,
    clearDestinations,
    typeDestination,
    ...values
  } = useFormValues(task)
  const { before, vehicle_ids, channel, alerts, areas, steps, isDirty } = values
  const [errors, setErrors] = useState<Faults>({})
  const isStored = useRef(false)
  const { saved } = useWrites()
  useUnsaved(() => isDirty && !isStored.current)

  /** Asks for a confirmation and saves. An error appears at its field, any other in the dialog. */
  const submit = async () => {
    const destinations = values.destinations.map(({ text }) => text.trim()).filter(Boolean)
    const faults = Object.fromEntries(
      faultsOf(values).map(([field, key]): [string, string] => [field, t(key)]),
    )
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    const action = async () => {
      try {
        await store(before, { vehicle_ids, alerts, channel, destinations, areas, steps })
        isStored.current = true
      } catch (error) {
        const faults = answeredFaults(error)
        if (faults === null) {
          toast.error(t('alert_configurations.failed'))
          throw error
        }
        setErrors(faults)
      }
    }
    const title = t('alert_configurations.confirm', {
      count: alerts.length * destinations.length * vehicle_ids.length,
    })
    const text = t('alert_configurations.confirm_text', {
      count: vehicle_ids.length,
      destinations: destinations.join(', '),
    })
    if (!(await confirm({ title, text, action })) || !isStored.current) return
    await saved()
    onStored()
  }
  return {
    ...values,
    errors,
    submit,
    question: questionOf(values),
    chooseChannel(id: number) {
      // The name of a chat is not an address, so changing between them clears the destinations.
      if (id === CHAT || channel === CHAT) clearDestinations()
      setChannel(id)
      setAlerts([])
      setErrors({})
    },
    chooseAlerts(ids: readonly number[]) {
      setAlerts(ids)
      setErrors({})
    },
    chooseAreas(chosen: ChosenAreas) {
      setAreas(chosen)
      setErrors({})
    },
    chooseSteps(chosen: readonly StepInput[]) {
      setSteps(chosen)
      setErrors({})
    },
    typeDestination(place: number, text: string) {
      typeDestination(place, text)
      setErrors({})
    },
  }
}
