// Creates an API token: its form, then its secret, which is shown only once.
import { lesserRole } from '@flotta/core/contract.ts'
import { messageOf, mutation } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Checkbox, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { manages } from '../../users/rules.ts'
import { createToken, TOKEN_DAYS, TOKEN_DAYS_MAX, TokenForm } from '../contract.ts'
import { useAccount } from './account.ts'
import { Notice } from './Notice.tsx'
import { PasswordField } from './PasswordField.tsx'
import { type CreatedToken, Secret } from './TokenSecret.tsx'

const DAY = 86_400_000
export function NewToken({
  opened,
  onClose,
  onMade,
}: {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onMade: () => void
}) {
  const { t } = useTranslation()
  return (
    // a click outside must not close what cannot be shown again
    <Dialog
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('auth.tokens.add')}
    >
      <Body onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

function Body({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: () => void }) {
  const [newToken, setMade] = useState<CreatedToken | null>(null)
  if (newToken !== null) return <Secret made={newToken} onDone={onClose} />
  return (
    <Form
      onCancel={onClose}
      onMade={token => {
        setMade(token)
        onMade()
      }}
    />
  )
}

function useTokenForm(onMade: (newToken: CreatedToken) => void) {
  const { t } = useTranslation()
  const form = useForm<{
    name: string
    role: TokenForm['role']
    directory: boolean
    days: number | ''
    password: string
  }>({
    initialValues: { name: '', role: 'view', directory: false, days: TOKEN_DAYS, password: '' },
    validate: zodForm(TokenForm),
  })
  const make = useMutation({
    ...mutation(createToken),
    // the secret is kept nowhere but on the screen
    gcTime: 0,
    meta: { quiet: true },
    onSuccess: newToken => {
      toast.success(t('auth.tokens.created', { name: newToken.name }))
      onMade(newToken)
    },
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  const submit = form.onSubmit(({ directory, ...values }) =>
    make.mutate({
      body: TokenForm.parse({ ...values, directory: directory && manages(values.role) }),
    }),
  )
  return { form, make, submit }
}

function Form({
  onCancel,
  onMade,
}: {
  readonly onCancel: () => void
  readonly onMade: (newToken: CreatedToken) => void
}) {
  const { t } = useTranslation()
  const { user } = useAccount()
  const { form, make, submit } = useTokenForm(onMade)
  const roles = TokenForm.shape.role
    .unwrap()
    .options.filter(role => lesserRole(role, user.role) === role)
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {make.error !== null && fieldErrors(make.error) === null && (
          <Notice kind="bad" text={messageOf(make.error)} />
        )}
        <TextInput
          {...form.getInputProps('name')}
          label={t('auth.tokens.name')}
          description={t('auth.tokens.name_hint')}
          autoComplete="off"
          maxLength={100}
          data-autofocus
        />
        <Select
          {...form.getInputProps('role')}
          label={t('auth.tokens.role')}
          description={t(`users.role_text.${form.values.role}`)}
          allowDeselect={false}
          data={roles.map(role => ({ value: role, label: t(`users.role.${role}`) }))}
        />
        {manages(form.values.role) && (
          <Checkbox
            {...form.getInputProps('directory', { type: 'checkbox' })}
            label={t('auth.tokens.directory')}
            description={t('auth.tokens.directory_hint')}
          />
        )}
        <DaysField form={form} />
        <PasswordField
          {...form.getInputProps('password')}
          label={t('auth.tokens.password')}
          autoComplete="current-password"
        />
        <FormButtons
          label={t('auth.tokens.create')}
          onCancel={onCancel}
          isPending={make.isPending}
        />
      </Stack>
    </form>
  )
}
/** The number of days that the token is valid, and the date on which it ends. */
function DaysField({ form }: { readonly form: ReturnType<typeof useTokenForm>['form'] }) {
  const { t } = useTranslation()
  const { days } = form.values
  return (
    <NumberField
      {...form.getInputProps('days')}
      label={t('auth.tokens.days')}
      description={
        TokenForm.shape.days.safeParse(days).success
          ? t('auth.tokens.days_hint', { date: dateIn(Number(days)) })
          : undefined
      }
      min={1}
      max={TOKEN_DAYS_MAX}
      clampBehavior="none"
      allowNegative={false}
    />
  )
}
const dateIn = (days: number): string => formatDateTime(now() + days * DAY, 'date')
