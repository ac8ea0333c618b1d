// The form of one alert's parameters on a vehicle, with a trial on the last days.
import { messageOf } from '@flotta/ui/api.ts'
import { Alert, Button, Group, SimpleGrid, Stack, Switch } from '@mantine/core'
import { IconTestPipe } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlertParameters, BACKTEST_DAYS } from '../contract.ts'
import { Backtest } from './Backtest.tsx'
import { ClearField, DwellField, ThresholdField } from './NumberFields.tsx'
import { Schedule } from './Schedule.tsx'
import { isFieldError, useParametersForm } from './useParametersForm.ts'

export interface ParametersFormProps {
  readonly vehicle_id: number
  readonly parameters: AlertParameters
  /** The trial starts at once. */
  readonly isTried?: boolean
}
type Form = ReturnType<typeof useParametersForm>

export function ParametersForm({ vehicle_id, parameters, isTried = false }: ParametersFormProps) {
  const { t } = useTranslation()
  const form = useParametersForm(vehicle_id, parameters)
  const { tryDraft } = form
  const tryFirst = useRef(isTried)
  useEffect(() => {
    if (!tryFirst.current) return
    tryFirst.current = false
    tryDraft()
  }, [tryDraft])
  return (
    <form
      noValidate
      aria-label={parameters.name}
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <Stack gap="sm">
        <Fields form={form} settable={parameters.settable} />
        <Button
          variant="light"
          leftSection={<IconTestPipe size={16} />}
          loading={form.trial.isPending}
          onClick={form.tryDraft}
        >
          {t('alert_parameters.try', { days: BACKTEST_DAYS })}
        </Button>
        {form.trial.isError && !isFieldError(form.trial.error) && (
          <Alert color="yellow" role="alert">
            {messageOf(form.trial.error)}
          </Alert>
        )}
        <Backtest vehicle_id={vehicle_id} code={parameters.code} result={form.trial.data} />
        <Group justify="space-between" gap="sm">
          <Button
            variant="subtle"
            color="gray"
            disabled={parameters.changed_at === null}
            loading={form.isResetting}
            onClick={form.reset}
          >
            {t('alert_parameters.reset')}
          </Button>
          <Button type="submit" loading={form.isSaving} disabled={form.isUnchanged}>
            {t('alert_parameters.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A field for each parameter that the alert has. */
function Fields({
  form: { draft, errors, change },
  settable,
}: {
  readonly form: Pick<Form, 'draft' | 'errors' | 'change'>
  readonly settable: AlertParameters['settable']
}) {
  const { t } = useTranslation()
  const { threshold, clear, dwell_s } = settable
  const field = { draft, errors, change }
  return (
    <>
      <Switch
        label={t('alert_parameters.active')}
        checked={draft.active}
        onChange={e => change({ active: e.currentTarget.checked })}
      />
      <SimpleGrid cols={2} spacing="sm">
        {threshold !== null && <ThresholdField {...field} threshold={threshold} />}
        {threshold !== null && clear !== null && (
          <ClearField {...field} threshold={threshold} clear={clear} />
        )}
        {dwell_s !== null && <DwellField {...field} dwell={dwell_s} />}
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
    </>
  )
}
