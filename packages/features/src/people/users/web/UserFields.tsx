// The fields of a user's form. Changing the address needs the password of the person who changes it.
import { languages } from '@flotta/core/languages.ts'
import { FormSection } from '@flotta/ui/FormDrawer.tsx'
import { PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { useAccount } from '../../../account.tsx'
import type { ManagedUser } from '../contract.ts'
import { mayGrant } from '../rules.ts'

/** Each in its own language. */
export const languageNames = {
  it: 'Italiano',
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
} as const

export interface UserForm {
  readonly name: string
  readonly email: string
  readonly role: ManagedUser['role']
  readonly language: ManagedUser['language']
  readonly active: 0 | 1
  readonly password: string
}

export interface UserFieldsProps {
  readonly form: UseFormReturnType<UserForm>
  /** null for a new user. */
  readonly record: ManagedUser | null
  readonly labels: Readonly<Record<keyof UserForm, string>>
  readonly me: ReturnType<typeof useAccount>['user']
}

export function UserFields({ form, record, labels, me }: UserFieldsProps) {
  const { t } = useTranslation()
  const isMe = record?.id === me.id
  return (
    <>
      <FormSection title={t('users.section.person')}>
        <TextInput
          {...form.getInputProps('name')}
          key={form.key('name')}
          label={labels.name}
          required
          withAsterisk={false}
          autoComplete="off"
          maxLength={200}
        />
        <AddressFields form={form} record={record} labels={labels} />
      </FormSection>
      <FormSection title={t('users.section.access')}>
        <Select
          {...form.getInputProps('role')}
          label={labels.role}
          allowDeselect={false}
          disabled={isMe}
          description={isMe ? t('users.own_role') : t(`users.role_text.${form.values.role}`)}
          data={(['view', 'edit', 'control', 'printing'] as const)
            .filter(role => mayGrant(me.role, role))
            .map(role => ({ value: role, label: t(`users.role.${role}`) }))}
        />
        <Select
          {...form.getInputProps('language')}
          label={labels.language}
          allowDeselect={false}
          data={languages.map(language => ({ value: language, label: languageNames[language] }))}
        />
        {record !== null && !isMe && (
          <Switch
            label={labels.active}
            description={t('users.active_text')}
            checked={form.values.active === 1}
            onChange={e => form.setFieldValue('active', (e.currentTarget.checked ? 1 : 0) as never)}
          />
        )}
      </FormSection>
    </>
  )
}

function AddressFields({ form, record, labels }: Omit<UserFieldsProps, 'me'>) {
  const { t } = useTranslation()
  const hasNewAddress =
    record !== null &&
    form.values.email.trim().toLowerCase() !== record.email &&
    form.values.email !== record.pending_email
  return (
    <>
      <TextInput
        {...form.getInputProps('email')}
        label={labels.email}
        type="email"
        required
        withAsterisk={false}
        autoComplete="off"
        description={
          record === null
            ? t('users.invitation.hint')
            : hasNewAddress
              ? t('users.address.hint')
              : undefined
        }
      />
      {hasNewAddress && (
        <PasswordInput
          {...form.getInputProps('password')}
          label={labels.password}
          required
          withAsterisk={false}
          autoComplete="current-password"
          visibilityToggleButtonProps={{
            'aria-label': t('users.printing_password.show'),
            tabIndex: 0,
          }}
        />
      )}
    </>
  )
}
