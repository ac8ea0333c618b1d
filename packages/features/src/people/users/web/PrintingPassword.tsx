// A new password for a printing user. The dialog confirms it and closes 1.5 s later.
import { messageOf, mutation } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Alert, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
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

const faultIdOf = (field: string) => `printing-${field}-wrong`

/** The form and its saving; the dialog then closes after a while. */
function usePrintingPassword(onClose: () => void) {
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
  // The fields refer to the red box with the error (users.33).
  const wrong = save.error === null ? Object.entries(form.errors) : []
  const fieldOf = (field: 'password' | 'password_confirmation') => {
    const { error, ...props } = form.getInputProps(field)
    if (error === undefined || error === null) return props
    return save.error === null
      ? { ...props, error: true, 'aria-invalid': true, 'aria-errormessage': faultIdOf(field) }
      : { ...props, error }
  }
  return { form, save, wrong, fieldOf }
}

function Body({ user, onClose }: { readonly user: ManagedUser; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { form, save, wrong, fieldOf } = usePrintingPassword(onClose)
  const { isSuccess } = save
  const reveal = { 'aria-label': t('users.printing_password.show'), tabIndex: 0 }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(body => save.mutate({ params: { id: user.id }, body }), save.reset)}
    >
      <Stack gap="md">
        {save.error !== null && (
          <FaultBox title={t('users.printing_password.failed')}>{messageOf(save.error)}</FaultBox>
        )}
        {wrong.length > 0 && (
          <FaultBox>
            {wrong.map(([field, faultText]) => (
              <div key={field} id={faultIdOf(field)}>
                {faultText}
              </div>
            ))}
          </FaultBox>
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
        <FormButtons
          label={t('ui.list.save')}
          onCancel={onClose}
          isPending={save.isPending}
          disabled={isSuccess}
        />
      </Stack>
    </form>
  )
}

const FaultBox = ({
  title,
  children,
}: {
  readonly title?: string
  readonly children: ReactNode
}) => (
  <Alert color="red" role="alert" icon={<IconExclamationCircle aria-hidden />} title={title}>
    {children}
  </Alert>
)
