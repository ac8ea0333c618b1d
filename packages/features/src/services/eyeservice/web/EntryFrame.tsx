// The frame of what is written down on a vehicle: its fields, saved once, the mistakes beside them.
import { mutation } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { add, type Entry } from '../contract.ts'
import { useRefresh } from './useEyeservice.ts'

interface Props<V extends object> {
  readonly vehicle_id: number
  /** What is being written down, for readers. */
  readonly label: string
  readonly form: UseFormReturnType<V>
  /** What of its values is sent. */
  readonly body?: (values: V) => object
  /** What it is called once it stands. */
  readonly nameOf: (entry: Entry) => string
  readonly onClose: () => void
  readonly children: ReactNode
}
export function EntryFrame<V extends object>({
  vehicle_id,
  label,
  form,
  body = values => values,
  nameOf,
  onClose,
  children,
}: Props<V>) {
  const { t } = useTranslation()
  const refresh = useRefresh(vehicle_id)
  const save = useMutation({
    ...mutation(add),
    meta: { quiet: true },
    async onSuccess(entry) {
      toast.saved(t('eyeservice.added', { name: nameOf(entry) }))
      onClose()
      await refresh()
    },
    onError(error) {
      form.setErrors(fieldErrors(error) ?? {})
      toast.failed(error)
    },
  })
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={form.onSubmit(values =>
        save.mutate({ params: { id: vehicle_id }, body: body(values) as never }),
      )}
    >
      <Stack gap="sm">
        {children}
        <FormButtons label={t('eyeservice.save')} onCancel={onClose} isPending={save.isPending} />
      </Stack>
    </form>
  )
}
