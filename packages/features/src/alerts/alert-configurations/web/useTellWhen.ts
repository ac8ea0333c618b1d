// The form of "Tell me when…" on an area: which occasions, for which vehicles, to whom; and how it becomes configurations limited to the area.
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
const alertOf = (code: string) => alertDefinitions.find(alert => alert.code === code)
/** The alert that reports an occasion at an area of a kind. */
const alertIdOf = (occasion: Occasion, kind: AreaKind): number =>
  alertOf(
    occasion === 'stay' ? 'area_dwell' : occasion === 'exit' ? `${kind}_exit` : `${kind}_enter`,
  )?.id ?? 0

/** The chosen vehicles on which the company holds the agreement of the alerts. */
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

/** The errors of the form: a text key by field. */
function faultsOf(form: TellForm, chosen: number): Record<string, string> {
  const { occasions, minutes, hours, destinations } = form
  const rules: readonly (readonly [isWrong: boolean, field: string, key: string])[] = [
    [occasions.length === 0, 'occasions', 'validation.required'],
    [occasions.includes('stay') && minutes === '', 'minutes', 'validation.required'],
    [
      occasions.includes('outside') && outsideOf(hours).length === 0,
      'hours',
      'alert_configurations.tell.no_outside',
    ],
    [chosen === 0, 'vehicles', 'validation.required'],
    [destinations.some(one => !Email.safeParse(one).success), 'destinations', 'validation.email'],
    [destinations.length === 0, 'destinations', 'validation.required'],
  ]
  const faults: Record<string, string> = {}
  for (const [isWrong, field, key] of rules) if (isWrong) faults[field] ??= key
  return faults
}

interface Limits {
  readonly threshold?: number
  readonly schedule?: z.input<typeof createMany.body>['schedule']
}
/** The calls that make the configurations, one for each set of limits. */
function callsOf(
  { occasions, minutes, hours }: TellForm,
  kind: AreaKind,
): { readonly alerts: readonly number[]; readonly limits: Limits }[] {
  const alertsFor = (...some: readonly Occasion[]) =>
    occasions.filter(occasion => some.includes(occasion)).map(one => alertIdOf(one, kind))
  const schedule = outsideOf(hoursOf(hours)).map(span => ({ ...span, days: [...span.days] }))
  const groups = [
    { alerts: alertsFor('enter', 'exit'), limits: {} },
    { alerts: alertsFor('stay'), limits: minutes === '' ? {} : { threshold: minutes } },
    { alerts: alertsFor('outside'), limits: { schedule } },
  ]
  return groups.filter(({ alerts }) => alerts.length > 0)
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
    setErrors(Object.fromEntries(faults.map(([field, key]) => [field, t(key)])))
    if (faults.length > 0 || isSending) return
    setSending(true)
    try {
      for (const { alerts, limits } of callsOf(form, kind)) {
        const named = namedBy(alerts, { ...NO_AREAS, [kind]: [area_id] })
        await call(createMany, {
          body: {
            vehicles: [...vehicle_ids],
            alerts: [...alerts],
            alert_channel_id: EMAIL,
            destinations: [...form.destinations],
            area_ids: [...named.area_ids],
            hub_ids: [...named.hub_ids],
            poi_ids: [...named.poi_ids],
            ...limits,
          },
        })
      }
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
    /** Entering at any hour and entering out of hours are the same alert, so one excludes the other. */
    turn(occasion: Occasion, on: boolean) {
      const excluded = occasion === 'enter' ? 'outside' : occasion === 'outside' ? 'enter' : null
      const rest = form.occasions.filter(o => o !== occasion && (!on || o !== excluded))
      change({ occasions: on ? [...rest, occasion] : rest })
    },
  }
}
