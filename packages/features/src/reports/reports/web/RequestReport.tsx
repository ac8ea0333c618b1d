// The one dialog that asks for a report, whatever it is opened from: its type or services, the vehicle or all of them, the period.
import { callTagged, messageOf, query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { useGiveBack } from '@flotta/ui/focus.ts'
import { useRested } from '@flotta/ui/idle.ts'
import { newKey } from '@flotta/ui/once-key.ts'
import { RangePicker } from '@flotta/ui/RangePicker.tsx'
import type { Range } from '@flotta/ui/range.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Alert, Button, Chip, Group, Input, Modal, Select, Stack, Tooltip } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Vehicle, all as vehiclesAll } from '../../../fleet/vehicles/contract.ts'
import { type Report, type ReportForm, ReportType, reports, requestReport } from '../contract.ts'
import { reportServices, reportTypes } from '../types.ts'
import { isOffered, offeredTypes, type ReportService, serviceTextKey } from './offer.ts'
import { MAX_DAYS, requestedRange, today } from './period.ts'
import { VehicleChoice } from './VehicleChoice.tsx'
import { awaitReport } from './waiting.ts'

/** What a panel knows of its vehicle; without agreements every service is offered. */
export type ReportVehicle = Pick<Vehicle, 'id' | 'plate'> &
  Partial<Pick<Vehicle, 'active_agreements'>>
export interface ReportDefaults {
  /** What may be chosen; one alone is not asked. Default: all that have something to tell. */
  readonly types?: readonly ReportType[]
  /** Chosen to begin with, where the type asks for services. */
  readonly services?: readonly ReportService[]
  /** Given: it is about this vehicle. Else it is chosen. */
  readonly vehicle?: ReportVehicle | undefined
  /** It is about all vehicles, of which nobody chooses one. */
  readonly whole?: true
  /** The period to begin with; default: today. */
  readonly range?: Range
}

export function RequestReport({
  opened,
  onClose,
  ...wish
}: ReportDefaults & { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { types, vehicle } = wish
  const single = types?.length === 1 ? t(`reports.type.${types[0]}`) : null
  // a closed dialog waits until what is read is there
  const rested = useRested()
  if (!opened && !rested) return null
  const title = [single ?? t('reports.request'), vehicle?.plate]
    .filter(word => word !== undefined)
    .join(' · ')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {opened && <RequestForm {...wish} onClose={onClose} />}
    </Modal>
  )
}

/** What its vehicle has to tell of, of those that are wished for. */
function servicesOf({ services, vehicle }: ReportDefaults): ReportService[] {
  const wished =
    services ??
    reportServices.filter(service => service !== 'drivers.report' && service !== 'tco.report')
  return wished.filter(
    service =>
      vehicle?.active_agreements === undefined ||
      isOffered(service, vehicle.active_agreements, now()),
  )
}

function RequestForm({ onClose, ...wish }: ReportDefaults & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  useGiveBack()
  const client = useQueryClient()
  const { vehicle, whole = false } = wish
  const [types] = useState(() => wish.types ?? offeredTypes(vehicle?.active_agreements, now()))
  const [type, setType] = useState<ReportType>(types[0] ?? 'custom')
  const [chosenServices, setServices] = useState<readonly string[]>(() => servicesOf(wish))
  const [vehicle_id, setVehicle] = useState<number | null>(vehicle?.id ?? null)
  const [chosen, setChosen] = useState(() => ({ range: wish.range ?? today(now()), at: now() }))
  const [tried, setTried] = useState(false)
  const { data: vehicles } = useQuery({
    ...query(vehiclesAll, {}),
    staleTime: 60_000,
    enabled: vehicle === undefined && !whole,
  })
  const asks = reportTypes[type].services === 'asked'
  const services = asks ? reportServices.filter(service => chosenServices.includes(service)) : []
  /** The same wish, asked for again after a failure, is the same request. */
  const last = useRef<{
    readonly of: string
    readonly body: ReportForm
    readonly key: string
  } | null>(null)
  const ask = useMutation({
    meta: { quiet: true },
    async mutationFn(): Promise<Report> {
      const of = JSON.stringify([type, services, vehicle_id, chosen])
      if (last.current?.of !== of) {
        const { from, to } = requestedRange(chosen.range, chosen.at, now())
        const period = {
          period_from: new Date(from).toISOString(),
          period_to: new Date(to).toISOString(),
        }
        const body = { type, ...(asks && { services: services.join(',') }), vehicle_id, ...period }
        last.current = { of, body, key: newKey() }
      }
      const { body, key } = last.current
      return (await callTagged(requestReport, { body }, { 'idempotency-key': key })).value
    },
    async onSuccess(report) {
      awaitReport(report)
      toast.success(t('reports.notify.submitted'))
      onClose()
      await client.invalidateQueries({ queryKey: [reports.list.path] })
    },
  })
  const refused = fieldErrors(ask.error)
  const noServices = asks && services.length === 0
  const other =
    refused === null
      ? null
      : Object.entries(refused).find(
          ([field]) => !['services', 'vehicle_id', 'period_from', 'period_to'].includes(field),
        )?.[1]
  return (
    <form
      noValidate
      aria-label={t('reports.request')}
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (!noServices && !ask.isPending) ask.mutate()
      }}
    >
      <Stack gap="md">
        {ask.error !== null && (refused === null || other !== undefined) && (
          <Alert color="red" role="alert" p="sm">
            {other ?? messageOf(ask.error)}
          </Alert>
        )}
        {types.length > 1 && (
          <Select
            label={t('reports.type_label')}
            data={types.map(value => ({ value, label: t(`reports.type.${value}`) }))}
            value={type}
            onChange={value => value !== null && setType(ReportType.parse(value))}
            allowDeselect={false}
            description={t(`reports.about.${type}`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxDropdownHeight={360}
            data-autofocus
          />
        )}
        {vehicle === undefined && !whole && (
          <VehicleChoice
            vehicles={vehicles}
            chosen={vehicle_id}
            onChoose={setVehicle}
            error={refused?.vehicle_id}
          />
        )}
        {asks && (
          <Input.Wrapper
            label={t('reports.services')}
            error={
              refused?.services ?? (tried && noServices ? t('reports.no_services') : undefined)
            }
            labelElement="div"
            role="group"
            aria-label={t('reports.services')}
          >
            <Group gap={6} mt={4}>
              <Chip.Group multiple value={[...chosenServices]} onChange={setServices}>
                {reportServices.map(service => {
                  const open =
                    vehicle?.active_agreements === undefined ||
                    isOffered(service, vehicle.active_agreements, now())
                  return (
                    <Tooltip key={service} label={t('reports.not_offered')} disabled={open}>
                      <Chip value={service} size="sm" disabled={!open}>
                        {t(`reports.service.${serviceTextKey(service)}`)}
                      </Chip>
                    </Tooltip>
                  )
                })}
              </Chip.Group>
            </Group>
          </Input.Wrapper>
        )}
        {!asks && refused?.services !== undefined && (
          <Alert color="red" role="alert" p="sm">
            {refused.services}
          </Alert>
        )}
        <Input.Wrapper
          label={t('ui.range.period')}
          description={t('reports.most_days', { count: MAX_DAYS })}
          error={refused?.period_to ?? refused?.period_from}
          labelElement="div"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        >
          <RangePicker
            fullWidth
            maxDays={MAX_DAYS}
            value={chosen.range}
            onChange={range => setChosen({ range, at: now() })}
          />
        </Input.Wrapper>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={ask.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending}>
            {t('reports.ask')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
