// The dialog to change the own password; every other session ends.
import { messageOf, mutation } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChangePasswordForm, changePassword } from '../contract.ts'
import { useAccount } from './account.ts'
import { Notice } from './Notice.tsx'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { PasswordField } from './PasswordField.tsx'

export function ChangePassword({
  opened,
  onClose,
}: {
  readonly opened: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('auth.change.title')}>
      <ChangePasswordBody onClose={onClose} />
    </Dialog>
  )
}

function ChangePasswordBody({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useAccount()
  const form = useForm({
    initialValues: { old_password: '', new_password: '', confirm_password: '' },
    validate: zodForm(ChangePasswordForm),
  })
  const submit = useMutation({
    ...mutation(changePassword),
    meta: { quiet: true },
    onSuccess: () => {
      onClose()
      toast.success(t('auth.change.done'))
    },
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => submit.mutate({ body: values }))}>
      <Stack gap="md">
        {submit.error !== null && fieldErrors(submit.error) === null && (
          <Notice kind="bad" text={messageOf(submit.error)} />
        )}
        <input
          type="email"
          name="username"
          value={user.email}
          autoComplete="username"
          readOnly
          hidden
        />
        <PasswordField
          {...form.getInputProps('old_password')}
          label={t('auth.change.old')}
          autoComplete="current-password"
          data-autofocus
        />
        <PasswordField
          {...form.getInputProps('new_password')}
          label={t('auth.reset.new_password')}
          autoComplete="new-password"
        />
        <PasswordChecklist password={form.values.new_password} />
        <PasswordField
          {...form.getInputProps('confirm_password')}
          label={t('auth.reset.confirmation')}
          autoComplete="new-password"
        />
        <FormButtons label={t('auth.reset.save')} onCancel={onClose} isPending={submit.isPending} />
      </Stack>
    </form>
  )
}
