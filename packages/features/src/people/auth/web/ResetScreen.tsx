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
  const navigate = useNavigate()
  const { token = '', email = '' } = useParams({ strict: false }) as {
    readonly token?: string
    readonly email?: string
  }
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
  const renew = useMutation({ ...mutation(forgotPassword), meta: { quiet: true } })
  // A link that is no good, or no longer, is replaced by a new one at a click.
  const over =
    submit.error instanceof ApiError &&
    (submit.error.code === 'link_used' ||
      submit.error.code === 'link_expired' ||
      submit.error.fields.token !== undefined)
  if (over)
    return (
      <PublicPage>
        <h1>{t('auth.reset.title')}</h1>
        <Text c="dimmed" mt={4}>
          {t('auth.reset.text', { email })}
        </Text>
        <Stack gap="md" mt="lg">
          {renew.isSuccess ? (
            <Notice kind="good" text={t('auth.forgot.sent')} />
          ) : (
            <Notice kind="bad" text={messageOf(renew.error ?? submit.error)} />
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
          <Anchor component={Link} to="/login" size="sm" ta="center">
            {t('auth.forgot.back')}
          </Anchor>
        </Stack>
      </PublicPage>
    )
  // What is wrong with the address itself has no field of its own to stand under; what the server says stands above already.
  const linkFault = submit.error === null ? (form.errors.email ?? form.errors.token) : undefined
  return (
    <PublicPage>
      <h1>{t('auth.reset.title')}</h1>
      <Text c="dimmed" mt={4}>
        {t('auth.reset.text', { email })}
      </Text>
      <form noValidate onSubmit={form.onSubmit(values => submit.mutate({ body: values }))}>
        <Stack gap="md" mt="lg">
          {submit.error !== null && <Notice kind="bad" text={messageOf(submit.error)} />}
          {linkFault !== undefined && <Notice kind="bad" text={String(linkFault)} />}
          <input
            type="email"
            name="username"
            value={email}
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
          <Anchor component={Link} to="/login" size="sm" ta="center">
            {t('auth.forgot.back')}
          </Anchor>
        </Stack>
      </form>
    </PublicPage>
  )
}
