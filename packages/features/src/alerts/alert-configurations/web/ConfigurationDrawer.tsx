// The drawer of an alert configuration: a new one for one vehicle or for many, or a changed one. It asks before it saves.
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormDrawer } from '@flotta/ui/FormDrawer.tsx'
import { mayLeave } from '@flotta/ui/resource/unsaved.ts'
import { Input, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChatNames } from '../../chats/web/useChatNames.ts'
import { EscalationField } from '../../escalations/web/EscalationField.tsx'
import { Rehearsal } from '../../recipients/web/Rehearsal.tsx'
import { AlertsField } from './AlertsField.tsx'
import { AreasField } from './AreasField.tsx'
import {
  type ConfigurationForm,
  type ConfigurationTask,
  EMAIL,
  PREFIX,
  useConfigurationForm,
} from './useConfigurationForm.ts'
import { CHAT, SMS, useAlerts, useHasSms } from './useConfigurations.ts'

export function ConfigurationDrawer({
  task,
  onClose,
}: {
  readonly task: ConfigurationTask
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useConfigurationForm(task, onClose)
  const alerts = useAlerts()
  const hasSms = useHasSms()
  const leave = async () => {
    if (await mayLeave()) onClose()
  }
  const plate = task.type === 'edit' ? task.configuration.plate : (task.vehicles[0]?.plate ?? '')
  return (
    <FormDrawer
      onClose={onClose}
      title={t(`alert_configurations.modal.${task.type}`, {
        count: form.vehicle_ids.length,
        plate,
      })}
    >
      <form
        noValidate
        onSubmit={e => {
          e.preventDefault()
          void form.submit()
        }}
      >
        <Stack gap="md">
          <ChannelField form={form} />
          <AlertsField form={form} />
          <AreasField
            alerts={form.alerts}
            areas={form.areas}
            errors={form.errors}
            onChange={form.chooseAreas}
          />
          <DestinationFields form={form} />
          <EscalationField
            steps={form.steps}
            hasSms={hasSms}
            error={form.errors.escalation}
            onChange={form.chooseSteps}
          />
          <Rehearsal question={form.question} alertName={id => alerts.get(id)?.name ?? ''} />
          <FormButtons label={t('ui.list.save')} onCancel={() => void leave()} />
        </Stack>
      </form>
    </FormDrawer>
  )
}

/** Customers with the SMS service can choose SMS; a configuration that uses it already keeps it. Where mail is the only channel, the field is hidden. */
function ChannelField({ form }: { readonly form: ConfigurationForm }) {
  const { t } = useTranslation()
  const hasSms = useHasSms()
  const hasChats = useChatNames().length > 0
  const channels = [
    EMAIL,
    ...(hasSms || form.channel === SMS ? [SMS] : []),
    ...(hasChats || form.channel === CHAT ? [CHAT] : []),
  ]
  if (channels.length === 1) return null
  return (
    <Input.Wrapper
      label={t('alert_configurations.channel_word')}
      error={form.errors.alert_channel_id}
      labelElement="div"
    >
      <SegmentedControl
        fullWidth
        aria-label={t('alert_configurations.channel_word')}
        value={String(form.channel)}
        onChange={value => form.chooseChannel(Number(value))}
        data={channels.map(id => ({
          value: String(id),
          label: t(`alert_configurations.channel.${id}`),
        }))}
      />
    </Input.Wrapper>
  )
}

function DestinationFields({ form }: { readonly form: ConfigurationForm }) {
  const { t } = useTranslation()
  const { channel, errors } = form
  const label = t(`alert_configurations.destination.${channel}`)
  const chatNames = useChatNames()
  if (channel === CHAT)
    return (
      <Select
        label={label}
        error={errors['destination 0'] ?? errors.destinations}
        data={[...chatNames]}
        value={form.destinations[0]?.text || null}
        allowDeselect={false}
        onChange={name => form.typeDestination(0, name ?? '')}
      />
    )
  return (
    <Stack gap="xs">
      {form.destinations.map(({ place, text }) => (
        <TextInput
          key={place}
          {...(place === 0 && { label })}
          error={errors[`destination ${place}`] ?? (place === 0 ? errors.destinations : undefined)}
          aria-label={label}
          type={channel === SMS ? 'tel' : 'email'}
          autoComplete="off"
          value={text}
          onChange={e => form.typeDestination(place, e.currentTarget.value)}
          {...(channel === SMS &&
            !text.trim().startsWith('+') && {
              leftSection: PREFIX,
              leftSectionWidth: 44,
              leftSectionPointerEvents: 'none' as const,
            })}
        />
      ))}
    </Stack>
  )
}
