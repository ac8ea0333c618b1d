// The drawer with the form of a rule: which alerts, for which vehicles, to whom.
import { query } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormDrawer, FormSection } from '@flotta/ui/FormDrawer.tsx'
import { HoursInput } from '@flotta/ui/HoursInput.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { mayLeave } from '@flotta/ui/resource/unsaved.ts'
import { MultiSelect, Stack, Switch, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertsField } from '../../alert-configurations/web/AlertsField.tsx'
import { AreasField } from '../../alert-configurations/web/AreasField.tsx'
import { EMAIL } from '../../alert-configurations/web/useConfigurationForm.ts'
import {
  type ListedVehicle,
  SMS,
  useAlerts,
  useHasSms,
} from '../../alert-configurations/web/useConfigurations.ts'
import { usualHours } from '../../alert-parameters/web/form.ts'
import { EscalationField } from '../../escalations/web/EscalationField.tsx'
import { RuleRehearsal } from '../../recipients/web/Rehearsal.tsx'
import { ruleVehicles } from '../contract.ts'
import { Differences } from './Differences.tsx'
import { NewDifferences } from './NewDifferences.tsx'
import { limitsOf, type RuleTask } from './rule-values.ts'
import { type RuleForm, useRuleForm } from './useRuleForm.ts'
import { VehiclesField } from './VehiclesField.tsx'

export interface RuleDrawerProps {
  readonly task: RuleTask
  /** All vehicles that the company sees. */
  readonly vehicles: readonly ListedVehicle[]
  readonly onClose: () => void
}

export function RuleDrawer({ task, vehicles, onClose }: RuleDrawerProps) {
  const { t } = useTranslation()
  return (
    <FormDrawer title={t(`alert_rules.form.${task.type}`)} onClose={onClose}>
      {task.type === 'create' ? (
        <RuleFields task={task} members={[]} vehicles={vehicles} onClose={onClose} />
      ) : (
        <StoredRule task={task} vehicles={vehicles} onClose={onClose} />
      )}
    </FormDrawer>
  )
}

/** The form of an existing rule, rendered once its vehicles are loaded. */
function StoredRule({
  task,
  ...props
}: RuleDrawerProps & { readonly task: Exclude<RuleTask, { readonly type: 'create' }> }) {
  const { rule } = task.rule
  const { data, error, refetch } = useQuery({
    ...query(ruleVehicles, { params: { rule } }),
    staleTime: 60_000,
  })
  return data === undefined ? (
    <LoadingRows error={error} onRetry={() => void refetch()} rows={6} height={48} />
  ) : (
    <RuleFields task={task} members={data} {...props} />
  )
}

function RuleFields({
  task,
  members,
  vehicles,
  onClose,
}: RuleDrawerProps & { readonly members: readonly number[] }) {
  const { t } = useTranslation()
  const form = useRuleForm(task, members, onClose)
  const alerts = useAlerts()
  const { values, errors, change } = form
  const candidates =
    task.type === 'split' ? vehicles.filter(({ id }) => members.includes(id)) : vehicles
  const leave = () => void mayLeave().then(may => may && onClose())
  return (
    <form
      noValidate
      aria-label={t(`alert_rules.form.${task.type}`)}
      onSubmit={event => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <Stack gap="md">
        {task.type === 'split' && (
          <Text size="sm" c="dimmed">
            {t('alert_rules.split_text')}
          </Text>
        )}
        <WhatFields form={form} isNew={task.type === 'create'} />
        <FormSection title={t('alert_configurations.vehicles')}>
          <VehiclesField
            vehicles={candidates}
            chosen={values.vehicle_ids}
            error={errors.vehicles}
            onChange={vehicle_ids => change({ vehicle_ids })}
          />
        </FormSection>
        <WhoFields form={form} vehicles={vehicles} />
        <RuleRehearsal question={form.question} alertName={id => alerts.get(id)?.name ?? ''} />
        <FormButtons label={t('ui.list.save')} onCancel={leave} />
      </Stack>
    </form>
  )
}

/** The alerts with their areas, minutes and hours. */
function WhatFields({ form, isNew }: { readonly form: RuleForm; readonly isNew: boolean }) {
  const { t } = useTranslation()
  const { values, errors, change } = form
  const { takesMinutes, takesHours } = limitsOf(values.alerts)
  return (
    <FormSection title={t('alert_rules.what')}>
      <AlertsField
        form={{
          before: isNew ? null : values,
          vehicle_ids: values.vehicle_ids,
          channel: values.phones.length > 0 ? SMS : EMAIL,
          alerts: values.alerts,
          errors,
          chooseAlerts: ids => change({ alerts: ids }),
        }}
      />
      <AreasField
        alerts={values.alerts}
        areas={values.areas}
        errors={errors}
        onChange={areas => change({ areas })}
      />
      {takesMinutes && (
        <NumberField
          label={t('alert_rules.minutes')}
          description={t('alert_rules.minutes_text')}
          value={values.threshold}
          error={errors.threshold}
          min={1}
          max={10_080}
          suffix=" min"
          onChange={typed => change({ threshold: typeof typed === 'number' ? typed : '' })}
        />
      )}
      {takesHours && (
        <Switch
          label={t('alert_rules.hours')}
          checked={values.hours !== null}
          onChange={event =>
            change({ hours: event.currentTarget.checked ? [{ ...usualHours, n: 0 }] : null })
          }
        />
      )}
      {takesHours && values.hours !== null && (
        <HoursInput
          value={values.hours}
          error={errors.hours}
          usual={usualHours}
          onChange={hours => change({ hours })}
        />
      )}
    </FormSection>
  )
}

/** Addresses, numbers and chats that are told at once, and the escalation after them. */
function WhoFields({
  form: { values, errors, change, chatNames },
  vehicles,
}: Pick<RuleDrawerProps, 'vehicles'> & { readonly form: RuleForm }) {
  const { t } = useTranslation()
  const hasSms = useHasSms()
  const ofRule = useMemo(() => {
    const ids = new Set(values.vehicle_ids)
    return vehicles.filter(({ id }) => ids.has(id))
  }, [vehicles, values.vehicle_ids])
  return (
    <FormSection title={t('alert_rules.who')}>
      <TagsInput
        label={t('alert_rules.mails')}
        type="email"
        value={[...values.mails]}
        error={errors.mails}
        onChange={mails => change({ mails })}
      />
      {(hasSms || values.phones.length > 0) && (
        <TagsInput
          label={t('alert_rules.phones')}
          description={t('alert_rules.phones_text')}
          type="tel"
          value={[...values.phones]}
          error={errors.phones}
          onChange={phones => change({ phones })}
        />
      )}
      {(chatNames.length > 0 || values.chats.length > 0) && (
        <MultiSelect
          label={t('chats.button')}
          data={[...new Set([...chatNames, ...values.chats])]}
          value={[...values.chats]}
          onChange={chats => change({ chats })}
        />
      )}
      <Differences
        differences={values.differences}
        vehicles={vehicles}
        onChange={differences => change({ differences })}
      />
      <NewDifferences
        inputs={values.newDifferences}
        stored={values.differences.length}
        vehicles={ofRule}
        chatNames={chatNames}
        error={errors.differences}
        onChange={newDifferences => change({ newDifferences })}
      />
      <EscalationField
        steps={values.steps}
        hasSms={hasSms}
        error={errors.escalation}
        onChange={steps => change({ steps })}
      />
    </FormSection>
  )
}
