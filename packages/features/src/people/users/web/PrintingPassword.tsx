// A new password for a printing user. The dialog confirms it and closes 1.5 s later.
import { messageOf, mutation } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ManagedUser, PrintingPasswordForm, setPrintingPassword, users } from '../contract.ts'

/** Time until the dialog closes, ms. */
const CLOSES_AFTER = 1500

export function PrintingPassword({
  user,
  onClose,
}: {
  readonly user: ManagedUser | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={user === null ? '' : t('users.printing_password.of', { name: user.name })}
    >
      {user !== null && <Body user={user} onClose={onClose} />}
    </Dialog>
  )
}

function Body({ user, onClose }: { readonly user: ManagedUser; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { password: '', password_confirmation: '' },
    validate: zodForm(PrintingPasswordForm),
  })
  const save = useMutation({
    ...mutation(setPrintingPassword),
    meta: { quiet: true },
    onSuccess: () => refresh(client, users),
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  const { isSuccess } = save
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(onClose, CLOSES_AFTER)
    return () => clearTimeout(timer)
  }, [isSuccess, onClose])
  // The fields point to the red box with the fault (users.33).
  const wrong = save.error === null ? Object.entries(form.errors) : []
  const saidBy = (field: string) => `printing-${field}-wrong`
  const fieldOf = (field: 'password' | 'password_confirmation') => {
    const { error, ...props } = form.getInputProps(field)
    if (error === undefined || error === null) return props
    return save.error === null
      ? { ...props, error: true, 'aria-invalid': true, 'aria-errormessage': saidBy(field) }
      : { ...props, error }
  }
  const reveal = { 'aria-label': t('users.printing_password.show'), tabIndex: 0 }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(body => save.mutate({ params: { id: user.id }, body }), save.reset)}
    >
      <Stack gap="md">
        {save.error !== null ? (
          <Alert
            color="red"
            role="alert"
            icon={<IconExclamationCircle aria-hidden />}
            title={t('users.printing_password.failed')}
          >
            {messageOf(save.error)}
          </Alert>
        ) : (
          wrong.length > 0 && (
            <Alert color="red" role="alert" icon={<IconExclamationCircle aria-hidden />}>
              {wrong.map(([field, faultText]) => (
                <div key={field} id={saidBy(field)}>
                  {faultText}
                </div>
              ))}
            </Alert>
          )
        )}
        {isSuccess && (
          <Alert color="green" role="status" icon={<IconCheck aria-hidden />}>
            {t('users.printing_password.updated')}
          </Alert>
        )}
        <PasswordInput
          {...fieldOf('password')}
          label={t('users.printing_password.new')}
          description={t('users.printing_password.rule')}
          autoComplete="new-password"
          minLength={8}
          visibilityToggleButtonProps={reveal}
          data-autofocus
        />
        <PasswordInput
          {...fieldOf('password_confirmation')}
          label={t('users.printing_password.confirmation')}
          autoComplete="new-password"
          minLength={8}
          visibilityToggleButtonProps={reveal}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isSuccess}>
            {t('ui.list.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
