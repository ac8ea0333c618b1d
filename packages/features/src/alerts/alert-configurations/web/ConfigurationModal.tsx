// Whom to tell of what: for one vehicle, for many at once, or one that is there already. It asks before it is stored.
import { useReturnFocus } from '@flotta/ui/focus.ts'
import { mayLeave } from '@flotta/ui/resource/unsaved.ts'
import { Button, Group, Input, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AlertsField } from './AlertsField.tsx'
import {
  type ConfigurationForm,
  type ConfigurationTask,
  EMAIL,
  PREFIX,
  useConfigurationForm,
} from './useConfigurationForm.ts'
import { SMS, useHasSms } from './useConfigurations.ts'

export function ConfigurationModal({
  opened,
  onClose,
}: {
  readonly opened: ConfigurationTask
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  useReturnFocus()
  const form = useConfigurationForm(opened, onClose)
  const leave = async () => {
    if (await mayLeave()) onClose()
  }
  const plate =
    opened.type === 'edit' ? opened.configuration.plate : (opened.vehicles[0]?.plate ?? '')
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={t(`alert_configurations.modal.${opened.type}`, {
        count: form.vehicle_ids.length,
        plate,
      })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
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
          <DestinationFields form={form} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => void leave()}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit">{t('ui.list.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** SMS can be chosen by customers that have it; a configuration that uses it keeps it. */
function ChannelField({ form }: { readonly form: ConfigurationForm }) {
  const { t } = useTranslation()
  const hasSms = useHasSms()
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
        data={[EMAIL, ...(hasSms || form.channel === SMS ? [SMS] : [])].map(id => ({
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
