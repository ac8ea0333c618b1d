// The page of the mailed link `/reset/{token}/{email}`, where a new password is chosen.
import { ApiError, messageOf, mutation } from '@flotta/ui/api.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { forgotPassword, ResetForm, resetPassword } from '../contract.ts'
import { Notice } from './Notice.tsx'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PublicPage } from './PublicPage.tsx'

export default function ResetScreen() {
  const { t } = useTranslation()
  const { token = '', email = '' } = useParams({ strict: false }) as {
    readonly token?: string
    readonly email?: string
  }
  const { form, submit } = useResetForm(token, email)
  return (
    <PublicPage>
      <h1>{t('auth.reset.title')}</h1>
      <Text c="dimmed" mt={4}>
        {t('auth.reset.text', { email })}
      </Text>
      {isLinkOver(submit.error) ? (
        <NewLink email={email} error={submit.error} />
      ) : (
        <PasswordForm form={form} submit={submit} />
      )}
    </PublicPage>
  )
}

function useResetForm(token: string, email: string) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { token, email, password: '', password_confirmation: '' },
    validate: zodForm(ResetForm),
  })
  const submit = useMutation({
    ...mutation(resetPassword),
    meta: { quiet: true },
    onSuccess: () => navigate({ to: '/login', search: { reset: 'done' } }),
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  return { form, submit }
}

/** The link is wrong, was used or has expired. */
const isLinkOver = (error: Error | null): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'link_used' || error.code === 'link_expired' || error.fields.token !== undefined)

/** Why the link cannot be used, and the button that mails a new one. */
function NewLink({ email, error }: { readonly email: string; readonly error: ApiError }) {
  const { t } = useTranslation()
  const renew = useMutation({ ...mutation(forgotPassword), meta: { quiet: true } })
  return (
    <Stack gap="md" mt="lg">
      {renew.isSuccess ? (
        <Notice kind="good" text={t('auth.forgot.sent')} />
      ) : (
        <Notice kind="bad" text={messageOf(renew.error ?? error)} />
      )}
      {!renew.isSuccess && (
        <Button
          size="md"
          fullWidth
          autoFocus
          loading={renew.isPending}
          onClick={() => renew.mutate({ body: { email } })}
        >
          {t('auth.reset.new_link')}
        </Button>
      )}
      <BackToSignIn />
    </Stack>
  )
}

function PasswordForm({ form, submit }: ReturnType<typeof useResetForm>) {
  const { t } = useTranslation()
  // An error of the address itself has no field in the form; a message of the server is shown above already.
  const linkFault = submit.error === null ? (form.errors.email ?? form.errors.token) : undefined
  return (
    <form noValidate onSubmit={form.onSubmit(values => submit.mutate({ body: values }))}>
      <Stack gap="md" mt="lg">
        {submit.error !== null && <Notice kind="bad" text={messageOf(submit.error)} />}
        {linkFault !== undefined && <Notice kind="bad" text={String(linkFault)} />}
        <input
          type="email"
          name="username"
          value={form.values.email}
          autoComplete="username"
          readOnly
          hidden
        />
        <PasswordField
          {...form.getInputProps('password')}
          name="password"
          label={t('auth.reset.new_password')}
          autoComplete="new-password"
          size="md"
          autoFocus
        />
        <PasswordChecklist password={form.values.password} />
        <PasswordField
          {...form.getInputProps('password_confirmation')}
          name="password_confirmation"
          label={t('auth.reset.confirmation')}
          autoComplete="new-password"
          size="md"
        />
        <Button type="submit" size="md" fullWidth loading={submit.isPending}>
          {t('auth.reset.save')}
        </Button>
        <BackToSignIn />
      </Stack>
    </form>
  )
}

function BackToSignIn() {
  const { t } = useTranslation()
  return (
    <Anchor component={Link} to="/login" size="sm" ta="center">
      {t('auth.forgot.back')}
    </Anchor>
  )
}
