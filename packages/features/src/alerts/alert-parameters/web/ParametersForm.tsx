// The form of one alert's parameters on a vehicle: what may be set of it, a trial on the last days, and saving.
import { ApiError, call, messageOf, mutation, query } from '@flotta/ui/api.ts'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Alert, Button, Group, SimpleGrid, Stack, Switch } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AlertParameters,
  BACKTEST_DAYS,
  backtest,
  list,
  reset,
  setParameters,
} from '../contract.ts'
import { Backtest } from './Backtest.tsx'
import { bodyOf, type Draft, draftOf } from './form.ts'
import { Schedule } from './Schedule.tsx'

export interface ParametersFormProps {
  readonly vehicle_id: number
  readonly parameters: AlertParameters
}
export function ParametersForm({ vehicle_id, parameters }: ParametersFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const number = { decimals: 2, clampBehavior: 'none' as const, hideControls: true }
  const { alert_id, code, name, settable, changed_at } = parameters
  const [draft, setDraft] = useState<Draft>(() => draftOf(parameters))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const params = { id: vehicle_id, alert_id }
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))))
    trial.reset()
  }
  const refused = (error: unknown) => {
    const fields = fieldErrors(error)
    if (fields === null) return toast.failed(error)
    setErrors(fields)
    if (Object.keys(fields).some(field => !(field in draft))) toast.failed(error)
  }
  const stored = (saved: AlertParameters) => {
    client.setQueryData(query(list, { params: { id: vehicle_id } }).queryKey, old =>
      old?.map(p => (p.alert_id === alert_id ? saved : p)),
    )
    setDraft(draftOf(saved))
    setErrors({})
  }
  const save = useMutation({
    ...mutation(setParameters),
    meta: { quiet: true },
    onSuccess: saved => {
      stored(saved)
      toast.saved(t('alert_parameters.saved', { name }))
    },
    onError: refused,
  })
  const back = useMutation({
    ...mutation(reset),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [list.path] })
      const is = client
        .getQueryData(query(list, { params: { id: vehicle_id } }).queryKey)
        ?.find(p => p.alert_id === alert_id)
      if (is !== undefined) stored(is)
      toast.saved(t('alert_parameters.taken_back', { name }))
    },
  })
  // whoever closes the form waits for nothing any more
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const trial = useMutation({
    mutationFn: (tried: Draft) =>
      call(
        backtest,
        { params, body: { ...bodyOf(tried, parameters), days: BACKTEST_DAYS } },
        leaving.current.signal,
      ),
    meta: { quiet: true },
    onError: error => {
      if (error instanceof ApiError && error.status === 422) refused(error)
    },
  })
  const same = JSON.stringify(draft) === JSON.stringify(draftOf(parameters))
  const { threshold, clear, dwell_s } = settable
  const unitOf = threshold === null ? '' : threshold.unit === '' ? '' : ` ${threshold.unit}`
  const asUsual = (value: number | null | undefined, text: (value: number) => string): string =>
    value === null || value === undefined
      ? t('alert_parameters.not_set')
      : t('alert_parameters.as_usual', { value: text(value) })
  return (
    <form
      noValidate
      aria-label={name}
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ params, body: bodyOf(draft, parameters) })
      }}
    >
      <Stack gap="sm">
        <Switch
          label={t('alert_parameters.active')}
          checked={draft.active}
          onChange={e => change({ active: e.currentTarget.checked })}
        />
        <SimpleGrid cols={2} spacing="sm">
          {threshold !== null && (
            <NumberField
              {...number}
              label={t('alert_parameters.threshold')}
              description={t('alert_parameters.range', {
                least: formatNumber(threshold.least, decimals(threshold.step)),
                most: formatNumber(threshold.most),
                unit: unitOf,
              })}
              placeholder={asUsual(threshold.default, value => `${formatNumber(value)}${unitOf}`)}
              suffix={unitOf}
              step={threshold.step}
              value={draft.threshold}
              error={errors.threshold}
              onChange={value => change({ threshold: value })}
            />
          )}
          {threshold !== null && clear !== null && (
            <NumberField
              {...number}
              label={t(`alert_parameters.clear.${clear}`)}
              description={t('alert_parameters.clear_text')}
              placeholder={t('alert_parameters.at_threshold')}
              suffix={unitOf}
              step={threshold.step}
              value={draft.clear}
              error={errors.clear}
              onChange={value => change({ clear: value })}
            />
          )}
          {dwell_s !== null && (
            <NumberField
              {...number}
              label={t('alert_parameters.dwell')}
              description={t('alert_parameters.dwell_text')}
              placeholder={asUsual(dwell_s.default, value =>
                value === 0
                  ? t('alert_parameters.at_once')
                  : value < 60
                    ? `${value} s`
                    : formatDuration(value),
              )}
              suffix=" min"
              allowNegative={false}
              max={dwell_s.most / 60}
              clampBehavior="blur"
              value={typeof draft.dwell_s === 'number' ? draft.dwell_s / 60 : draft.dwell_s}
              error={errors.dwell_s}
              onChange={value =>
                change({ dwell_s: typeof value === 'number' ? Math.round(value * 60) : value })
              }
            />
          )}
        </SimpleGrid>
        {settable.parked && (
          <Switch
            label={t('alert_parameters.parked')}
            description={t('alert_parameters.parked_text')}
            checked={draft.parked}
            onChange={e => change({ parked: e.currentTarget.checked })}
          />
        )}
        {settable.schedule && (
          <Schedule
            value={draft.schedule}
            error={errors.schedule}
            onChange={schedule => change({ schedule })}
          />
        )}
        <Button
          variant="light"
          leftSection={<IconHistory size={16} />}
          loading={trial.isPending}
          onClick={() => trial.mutate(draft)}
        >
          {t('alert_parameters.try', { days: BACKTEST_DAYS })}
        </Button>
        {trial.isError && !(trial.error instanceof ApiError && trial.error.status === 422) && (
          <Alert color="yellow" role="alert">
            {messageOf(trial.error)}
          </Alert>
        )}
        <Backtest vehicle_id={vehicle_id} code={code} result={trial.data} />
        <Group justify="space-between" gap="sm">
          <Button
            variant="subtle"
            color="gray"
            disabled={changed_at === null}
            loading={back.isPending}
            onClick={() => back.mutate({ params })}
          >
            {t('alert_parameters.reset')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={same}>
            {t('alert_parameters.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
const decimals = (step: number): { decimals?: number } => (step % 1 === 0 ? {} : { decimals: 1 })
