// Asks for a reset link; the answer is the same whether or not the address is known.
import { messageOf, mutation } from '@flotta/ui/api.ts'
import { AccountEmail } from '@flotta/ui/form-fields.tsx'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ForgotForm, forgotPassword } from '../contract.ts'
import { Notice } from './Notice.tsx'

export function ForgotPassword({
  email,
  onBack,
  onSent,
}: {
  readonly email: string
  readonly onBack: () => void
  readonly onSent: (email: string) => void
}) {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { email }, validate: zodForm(ForgotForm) })
  const submit = useMutation({
    ...mutation(forgotPassword),
    meta: { quiet: true },
    onSuccess: () => onSent(form.getValues().email),
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  return (
    <>
      <h1>{t('auth.forgot.title')}</h1>
      <Text c="dimmed" mt={4}>
        {t('auth.forgot.text')}
      </Text>
      <form noValidate onSubmit={form.onSubmit(values => submit.mutate({ body: values }))}>
        <Stack gap="md" mt="lg">
          {submit.error !== null && <Notice kind="bad" text={messageOf(submit.error)} />}
          <AccountEmail
            {...form.getInputProps('email')}
            name="email"
            label={t('auth.email')}
            size="md"
            autoFocus
          />
          <Button type="submit" size="md" fullWidth loading={submit.isPending}>
            {t('auth.forgot.send')}
          </Button>
          <Anchor component="button" type="button" size="sm" ta="center" onClick={onBack}>
            {t('auth.forgot.back')}
          </Anchor>
        </Stack>
      </form>
    </>
  )
}
