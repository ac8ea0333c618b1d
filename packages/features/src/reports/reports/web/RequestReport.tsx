// The dialog for a new report, wherever it is opened: type or services, one vehicle or all, and the period.
import { instantOf } from '@flotta/core/time.ts'
import { callWithEtag, messageOf } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { useReturnFocus } from '@flotta/ui/focus.ts'
import { newKey } from '@flotta/ui/idempotency-key.ts'
import { useIsIdle } from '@flotta/ui/idle.ts'
import type { Range } from '@flotta/ui/range.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Alert, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Report,
  type ReportForm,
  type ReportType,
  reports,
  requestReport,
} from '../contract.ts'
import { agreementsByService, reportServices } from '../services.ts'
import { reportTypes } from '../types.ts'
import { offeredTypes } from './offer.ts'
import { requestedRange, today } from './period.ts'
import {
  type ChosenPeriod,
  isOfferedOn,
  PeriodField,
  type ReportVehicle,
  ServicesChoice,
  TypeChoice,
  VehicleField,
} from './RequestFields.tsx'
import { awaitReport } from './waiting.ts'

export interface ReportDefaults {
  /** The types that can be chosen; without a choice the field is hidden. Default: all types that have data. */
  readonly types?: readonly ReportType[]
  /** Services that are chosen at the beginning, where the type asks for services. */
  readonly services?: readonly string[]
  /** The vehicle that the report is about; without it the dialog asks for one. */
  readonly vehicle?: ReportVehicle | undefined
  /** The vehicle that is chosen at the beginning, where the dialog asks for one. */
  readonly chosen?: number | null
  /** The report is about all vehicles, and the dialog asks for none. */
  readonly whole?: true
  /** The period at the beginning; default: today. */
  readonly range?: Range
}

export function RequestReport({
  opened,
  onClose,
  ...defaults
}: ReportDefaults & { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { types, vehicle } = defaults
  const single = types?.length === 1 ? t(`reports.type.${types[0]}`) : null
  // The closed dialog is rendered only after the page has loaded its data.
  const isPageIdle = useIsIdle()
  if (!opened && !isPageIdle) return null
  const title = [single ?? t('reports.request'), vehicle?.plate]
    .filter(word => word !== undefined)
    .join(' · ')
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {opened && <RequestForm {...defaults} onClose={onClose} />}
    </Dialog>
  )
}

/** The services that are chosen to begin with, as far as the vehicle has them. */
function servicesOf({ services, vehicle }: ReportDefaults): string[] {
  const defaults =
    services ??
    reportServices.filter(service => (agreementsByService.get(service) ?? []).length > 0)
  return defaults.filter(service => isOfferedOn(vehicle, service))
}

/** Sends a request. After a failure, the same request is sent again under the same Idempotency-Key. */
function useReportRequest(onSent: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const last = useRef<{
    readonly wish: string
    readonly body: ReportForm
    readonly key: string
  } | null>(null)
  return useMutation({
    meta: { quiet: true },
    async mutationFn({ type, services, vehicle_id, period }: RequestedValues): Promise<Report> {
      const wish = JSON.stringify([type, services ?? [], vehicle_id, period])
      if (last.current?.wish !== wish) {
        const { from, to } = requestedRange(period.range, period.at, now())
        const body = {
          type,
          ...(services !== null && { services: services.join(',') }),
          vehicle_id,
          period_from: instantOf(from),
          period_to: instantOf(to),
        }
        last.current = { wish, body, key: newKey() }
      }
      const { body, key } = last.current
      return (await callWithEtag(requestReport, { body }, { 'idempotency-key': key })).value
    },
    async onSuccess(report) {
      awaitReport(report)
      toast.success(t('reports.notify.submitted'))
      onSent()
      await client.invalidateQueries({ queryKey: [reports.list.path] })
    },
  })
}

interface RequestedValues {
  readonly type: ReportType
  /** null: the type has services of its own. */
  readonly services: readonly string[] | null
  readonly vehicle_id: number | null
  readonly period: ChosenPeriod
}
/** The fields that show their own errors. */
const FIELDS = ['services', 'vehicle_id', 'period_from', 'period_to']

function RequestForm({ onClose, ...defaults }: ReportDefaults & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  useReturnFocus()
  const { vehicle, whole: isAboutAll = false } = defaults
  const [types] = useState(() => defaults.types ?? offeredTypes(vehicle?.active_agreements, now()))
  const [type, setType] = useState<ReportType>(types[0] ?? 'custom')
  const [chosenServices, setServices] = useState<readonly string[]>(() => servicesOf(defaults))
  const [vehicle_id, setVehicle] = useState<number | null>(vehicle?.id ?? defaults.chosen ?? null)
  const [period, setPeriod] = useState<ChosenPeriod>(() => ({
    range: defaults.range ?? today(now()),
    at: now(),
  }))
  const [wasSubmitted, setSubmitted] = useState(false)
  const request = useReportRequest(onClose)
  const asksServices = reportTypes[type].services === 'asked'
  const services = asksServices ? reportServices.filter(s => chosenServices.includes(s)) : null
  const hasNoServices = services?.length === 0
  const fieldError = fieldErrors(request.error)
  const submit = () => {
    setSubmitted(true)
    if (!hasNoServices && !request.isPending) request.mutate({ type, services, vehicle_id, period })
  }
  return (
    <form
      noValidate
      aria-label={t('reports.request')}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <RequestError error={request.error} />
        {types.length > 1 && <TypeChoice types={types} type={type} onChoose={setType} />}
        {vehicle === undefined && !isAboutAll && (
          <VehicleField chosen={vehicle_id} onChoose={setVehicle} error={fieldError?.vehicle_id} />
        )}
        {asksServices && (
          <ServicesChoice
            chosen={chosenServices}
            onChoose={setServices}
            vehicle={vehicle}
            error={
              fieldError?.services ??
              (wasSubmitted && hasNoServices ? t('reports.no_services') : undefined)
            }
          />
        )}
        {!asksServices && fieldError?.services !== undefined && (
          <Alert color="red" role="alert" p="sm">
            {fieldError.services}
          </Alert>
        )}
        <PeriodField
          period={period}
          onChoose={setPeriod}
          error={fieldError?.period_to ?? fieldError?.period_from}
        />
        <FormButtons label={t('reports.ask')} onCancel={onClose} isPending={request.isPending} />
      </Stack>
    </form>
  )
}

/** An error that no field shows. */
function RequestError({ error }: { readonly error: Error | null }) {
  const fields = fieldErrors(error)
  const otherError = Object.entries(fields ?? {}).find(([field]) => !FIELDS.includes(field))?.[1]
  if (error === null || (fields !== null && otherError === undefined)) return null
  return (
    <Alert color="red" role="alert" p="sm">
      {otherError ?? messageOf(error)}
    </Alert>
  )
}
