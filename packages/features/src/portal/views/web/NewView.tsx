// The form of a new view: its name, and whether it is shared with the company.
import { call } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormDrawer } from '@flotta/ui/FormDrawer.tsx'
import { FormError } from '@flotta/ui/FormError.tsx'
import { RequiredText } from '@flotta/ui/form-fields.tsx'
import type { TableView } from '@flotta/ui/table/views.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { requestReport } from '../../../reports/reports/contract.ts'
import { views } from '../contract.ts'

export interface NewViewProps {
  readonly list: string
  readonly current: TableView
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}
/** The form of a new view, and its saving. */
function useNewView({ list, current, onClose, onMade }: NewViewProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: '', shared: false },
    validate: { name: name => (name.trim() === '' ? t('validation.required') : null) },
  })
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: (values: { readonly name: string; readonly shared: boolean }) =>
      call(views.create, {
        body: {
          list,
          ...values,
          columns: [...current.columns],
          sort: current.sort,
          filters: { ...current.filters },
        },
      }),
    onSuccess: async view => {
      await client.invalidateQueries({ queryKey: [views.list.path] })
      toast.saved(t('views.saved', { name: view.name }))
      onMade(view.id)
      onClose()
    },
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  return { form, save }
}

export function NewView({ list, current, onClose, onMade }: NewViewProps) {
  const { t } = useTranslation()
  // The right to edit includes the right to share.
  const mayShare = useMay(requestReport)
  const { form, save } = useNewView({ list, current, onClose, onMade })
  return (
    <FormDrawer title={t('views.save_title')} onClose={onClose}>
      <form
        noValidate
        aria-label={t('views.save_title')}
        onSubmit={form.onSubmit(values => save.mutate(values))}
      >
        <Stack gap="md">
          <FormError error={fieldErrors(save.error) === null ? save.error : null} />
          <Text size="sm" c="dimmed">
            {t('views.text')}
          </Text>
          <RequiredText
            {...form.getInputProps('name')}
            label={t('views.name')}
            maxLength={60}
            data-autofocus
          />
          {mayShare && (
            <Switch
              {...form.getInputProps('shared', { type: 'checkbox' })}
              label={t('views.share')}
              description={t('views.share_text')}
            />
          )}
          <FormButtons label={t('ui.list.save')} onCancel={onClose} isPending={save.isPending} />
        </Stack>
      </form>
    </FormDrawer>
  )
}
