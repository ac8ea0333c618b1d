// The form of a web hook, new or changed: its address, its events, and their vehicles.
import { messageOf, mutation, query } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormDrawer } from '@flotta/ui/FormDrawer.tsx'
import { useUnsaved } from '@flotta/ui/resource/unsaved.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Checkbox, MultiSelect, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { pickerVehicles } from '../../../fleet/vehicles/web/picker-vehicles.ts'
import { Notice } from '../../../people/auth/web/Notice.tsx'
import {
  createWebhook,
  type EventType,
  eventTypes,
  type Webhook,
  WebhookForm,
  webhooks,
} from '../contract.ts'

export interface WebhookDialogProps {
  /** null: a new one */
  readonly hook: Webhook | null
  readonly onClose: () => void
  readonly onSecret: (secret: string) => void
}
export function WebhookDialog(props: WebhookDialogProps) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      onClose={props.onClose}
      title={t(props.hook === null ? 'webhooks.add' : 'webhooks.edit')}
    >
      <HookForm {...props} />
    </FormDrawer>
  )
}

interface FormValues {
  readonly url: string
  readonly events: EventType[]
  readonly vehicle_ids: number[]
  readonly fleet_ids: number[]
  readonly active: boolean
}

function useHookForm({ hook, onClose, onSecret }: WebhookDialogProps) {
  const client = useQueryClient()
  const form = useForm<FormValues>({
    initialValues: {
      url: hook?.url ?? '',
      events: hook?.events ?? [],
      vehicle_ids: hook?.vehicle_ids ?? [],
      fleet_ids: hook?.fleet_ids ?? [],
      active: hook?.active !== 0,
    },
    validate: zodForm(WebhookForm),
  })
  const outcome = {
    meta: { quiet: true },
    onError: (error: unknown) => form.setErrors(fieldErrors(error) ?? {}),
  } as const
  const finish = async () => {
    await client.invalidateQueries({ queryKey: [webhooks.list.path] })
    onClose()
  }
  const create = useMutation({
    ...mutation(createWebhook),
    ...outcome,
    // the secret is kept nowhere but on the screen
    gcTime: 0,
    onSuccess: async ({ secret }) => {
      await finish()
      onSecret(secret)
    },
  })
  const update = useMutation({ ...mutation(webhooks.update), ...outcome, onSuccess: finish })
  const submit = form.onSubmit(values => {
    const body = WebhookForm.parse(values)
    if (hook === null) create.mutate({ body })
    else update.mutate({ params: { id: hook.id }, body })
  })
  useUnsaved(() => form.isDirty() && !create.isSuccess && !update.isSuccess)
  return {
    form,
    submit,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}

function HookForm(props: WebhookDialogProps) {
  const { t } = useTranslation()
  const { form, submit, isPending, error } = useHookForm(props)
  const { data: vehicles = [] } = useQuery(pickerVehicles)
  const { data: fleetList = [] } = useQuery(query(fleets.all, {}))
  const ids = (field: 'vehicle_ids' | 'fleet_ids') => ({
    placeholder: form.values[field].length === 0 ? t('webhooks.all_vehicles') : '',
    searchable: true,
    value: form.values[field].map(String),
    onChange: (values: string[]) => form.setFieldValue(field, values.map(Number)),
    error: form.errors[field],
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {error !== null && fieldErrors(error) === null && (
          <Notice kind="bad" text={messageOf(error)} />
        )}
        <TextInput
          {...form.getInputProps('url')}
          label={t('webhooks.url')}
          description={t('webhooks.url_text')}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          data-autofocus
        />
        <Checkbox.Group {...form.getInputProps('events')} label={t('webhooks.events')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
            {eventTypes.map(type => (
              <Checkbox
                key={type}
                value={type}
                label={t(`webhooks.event.${type.replace('.', '_')}`)}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <MultiSelect
          {...ids('vehicle_ids')}
          label={t('webhooks.vehicles')}
          description={t('webhooks.vehicles_text')}
          data={vehicles.map(({ id, plate }) => ({ value: String(id), label: plate }))}
          limit={50}
        />
        <MultiSelect
          {...ids('fleet_ids')}
          label={t('webhooks.fleets')}
          data={fleetList.map(({ id, code }) => ({ value: String(id), label: code }))}
        />
        <Switch
          {...form.getInputProps('active', { type: 'checkbox' })}
          label={t('webhooks.active')}
        />
        <FormButtons label={t('webhooks.save')} onCancel={props.onClose} isPending={isPending} />
      </Stack>
    </form>
  )
}
