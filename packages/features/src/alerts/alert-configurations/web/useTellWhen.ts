// The form of "Tell me when…" from an area: what is to be told, of which vehicles, to whom; and how it becomes configurations that name the area.
import type { AreaKind } from '@flotta/core/alerts.ts'
import { Email } from '@flotta/core/contract.ts'
import { call, query } from '@flotta/ui/api.ts'
import { hoursOf, type Span } from '@flotta/ui/hours.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useAccount } from '../../../account.tsx'
import { pins } from '../../../map/global-map/contract.ts'
import { setParameters } from '../../alert-parameters/contract.ts'
import { usualHours } from '../../alert-parameters/web/form.ts'
import { alertDefinitions } from '../../incidents/catalogue.ts'
import { createMany } from '../contract.ts'
import { NO_AREAS, namedBy } from './named-areas.ts'
import { outsideOf } from './outside-hours.ts'
import { EMAIL } from './useConfigurationForm.ts'
import { useVehicles, useWrites } from './useConfigurations.ts'

export type Occasion = 'enter' | 'exit' | 'stay' | 'outside'
export type Choice = 'all' | 'fleets' | 'vehicles'
interface TellForm {
  readonly occasions: readonly Occasion[]
  readonly minutes: number | ''
  readonly hours: readonly Span[]
  readonly choice: Choice
  readonly fleets: readonly number[]
  readonly vehicles: readonly number[]
  readonly destinations: readonly string[]
}
/** Vehicles whose own parameters one form sets at most. */
export const MOST_SET = 100
/** Calls at a time. */
const AT_ONCE = 5

const alertOf = (code: string) => alertDefinitions.find(alert => alert.code === code)
/** The alert that tells an occasion at an area of a kind. */
const alertIdOf = (occasion: Occasion, kind: AreaKind): number =>
  alertOf(
    occasion === 'stay' ? 'area_dwell' : occasion === 'exit' ? `${kind}_exit` : `${kind}_enter`,
  )?.id ?? 0

/** Those of the choice on which the company holds the agreement of the alerts. */
function useChosenVehicles({ choice, fleets, vehicles }: TellForm): readonly number[] {
  const { vehicles: all } = useVehicles()
  const { data } = useQuery({ ...query(pins, {}), staleTime: 60_000 })
  const agreement_id = alertOf('hub_enter')?.agreement_id ?? 0
  const vehicleIds = new Set(
    (data ?? []).filter(p => p.active_agreements?.includes(agreement_id)).map(p => p.id),
  )
  return all
    .filter(v =>
      choice === 'vehicles'
        ? vehicles.includes(v.id)
        : vehicleIds.has(v.id) &&
          (choice === 'all' || (v.fleet_id !== null && fleets.includes(v.fleet_id))),
    )
    .map(v => v.id)
}

/** What is missing or wrong: the key of a text, by field. */
function faultsOf(form: TellForm, chosen: number): Record<string, string> {
  const { occasions, minutes, hours, destinations } = form
  const setsParameters = occasions.some(o => o === 'stay' || o === 'outside')
  const rules: readonly (readonly [isWrong: boolean, field: string, key: string])[] = [
    [occasions.length === 0, 'occasions', 'validation.required'],
    [occasions.includes('stay') && minutes === '', 'minutes', 'validation.required'],
    [
      occasions.includes('outside') && outsideOf(hours).length === 0,
      'hours',
      'alert_configurations.tell.no_outside',
    ],
    [chosen === 0, 'vehicles', 'validation.required'],
    [setsParameters && chosen > MOST_SET, 'vehicles', 'alert_configurations.tell.too_many'],
    [destinations.some(one => !Email.safeParse(one).success), 'destinations', 'validation.email'],
    [destinations.length === 0, 'destinations', 'validation.required'],
  ]
  const faults: Record<string, string> = {}
  for (const [isWrong, field, key] of rules) if (isWrong) faults[field] ??= key
  return faults
}

type Setting = z.input<typeof setParameters.body>
/** Minutes of a stay, and hours of an entry, are set on the vehicles themselves. */
async function setOnVehicles(
  { occasions, minutes, hours }: TellForm,
  kind: AreaKind,
  vehicle_ids: readonly number[],
): Promise<void> {
  const settings: { readonly alert_id: number; readonly body: Setting }[] = []
  if (occasions.includes('stay') && minutes !== '')
    settings.push({ alert_id: alertIdOf('stay', kind), body: { threshold: minutes } })
  if (occasions.includes('outside')) {
    const schedule = outsideOf(hoursOf(hours)).map(span => ({ ...span, days: [...span.days] }))
    settings.push({ alert_id: alertIdOf('outside', kind), body: { schedule } })
  }
  const calls = settings.flatMap(({ alert_id, body }) =>
    vehicle_ids.map(id => () => call(setParameters, { params: { id, alert_id }, body })),
  )
  for (let i = 0; i < calls.length; i += AT_ONCE)
    await Promise.all(calls.slice(i, i + AT_ONCE).map(one => one()))
}

export type TellWhenForm = ReturnType<typeof useTellWhen>
export function useTellWhen(kind: AreaKind, area_id: number, onStored: () => void) {
  const { t } = useTranslation()
  const { user } = useAccount()
  const { saved } = useWrites()
  const [form, setForm] = useState<TellForm>({
    occasions: ['enter'],
    minutes: 60,
    hours: [{ ...usualHours, n: 0 }],
    choice: 'all',
    fleets: [],
    vehicles: [],
    destinations: [user.email],
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSending, setSending] = useState(false)
  const vehicle_ids = useChosenVehicles(form)
  const change = (values: Partial<TellForm>) => {
    setForm(before => ({ ...before, ...values }))
    setErrors({})
  }

  const submit = async () => {
    const faults = Object.entries(faultsOf(form, vehicle_ids.length))
    setErrors(Object.fromEntries(faults.map(([field, key]) => [field, t(key, { most: MOST_SET })])))
    if (faults.length > 0 || isSending) return
    setSending(true)
    try {
      const alerts = [...new Set(form.occasions.map(occasion => alertIdOf(occasion, kind)))]
      const named = namedBy(alerts, { ...NO_AREAS, [kind]: [area_id] })
      await setOnVehicles(form, kind, vehicle_ids)
      await call(createMany, {
        body: {
          vehicles: [...vehicle_ids],
          alerts,
          alert_channel_id: EMAIL,
          destinations: [...form.destinations],
          area_ids: [...named.area_ids],
          hub_ids: [...named.hub_ids],
          poi_ids: [...named.poi_ids],
        },
      })
      await saved()
      onStored()
    } catch (error) {
      const answered = fieldErrors(error)
      if (answered === null) toast.failed(error)
      else setErrors({ ...answered, occasions: answered.alerts ?? '' })
    } finally {
      setSending(false)
    }
  }
  return {
    ...form,
    errors,
    isSending,
    total: vehicle_ids.length,
    submit,
    change,
    /** Coming at any hour, and coming out of hours, are one alert. */
    turn(occasion: Occasion, on: boolean) {
      const excluded = occasion === 'enter' ? 'outside' : occasion === 'outside' ? 'enter' : null
      const rest = form.occasions.filter(o => o !== occasion && (!on || o !== excluded))
      change({ occasions: on ? [...rest, occasion] : rest })
    },
  }
}
