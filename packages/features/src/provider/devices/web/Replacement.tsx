// The dialog that puts a new tracker in the place of another.
import { mutation } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormError } from '@flotta/ui/FormError.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TrackerNumber } from '../../../fleet/vehicles/web/TrackerNumber.tsx'
import { Wiring } from '../../../telemetry/devices/web/Wiring.tsx'
import { devices, replace } from '../contract.ts'
import { providedWiring } from './provided-wiring.ts'

export interface ReplacedDevice {
  readonly id: number
  readonly identifier: string
  readonly wiring: Readonly<Record<string, string>>
}
export function Replacement({
  device: { id, identifier, wiring },
  onClose,
}: {
  readonly device: ReplacedDevice
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { identifier: '' } })
  const submit = useMutation({
    ...mutation(replace),
    meta: { quiet: true },
    onSuccess: () => refresh(queries, devices),
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  return (
    <Dialog onClose={onClose} title={t('area.replace_title', { identifier })}>
      {submit.data !== undefined ? (
        <Stack gap="md">
          <Text size="sm">{t('area.replaced', { identifier: submit.data.identifier })}</Text>
          <Wiring source={providedWiring(submit.data.id)} previous={wiring} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('ui.close')}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit(values =>
            submit.mutate({ params: { id }, body: { identifier: values.identifier.trim() } }),
          )}
        >
          <Stack gap="md">
            <Text size="sm">{t('area.replace_text')}</Text>
            <FormError error={submit.error} />
            <TrackerNumber
              {...form.getInputProps('identifier')}
              label={t('area.new_number')}
              onNumber={number => form.setFieldValue('identifier', number)}
              data-autofocus
            />
            <FormButtons
              label={t('area.replace')}
              onCancel={onClose}
              isPending={submit.isPending}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
