// The frame of an entry's form: its fields, one save, errors beside the fields.
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
  /** Name of the form, for screen readers. */
  readonly label: string
  readonly form: UseFormReturnType<V>
  /** The body of the call, from the values. */
  readonly body?: (values: V) => object
  /** The name of the saved entry. */
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
