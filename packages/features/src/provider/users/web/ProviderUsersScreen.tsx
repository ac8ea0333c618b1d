// Everybody who may sign in to the installation.
import { Role } from '@flotta/core/contract.ts'
import { type Language, languages } from '@flotta/core/languages.ts'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { HeadedCard } from '@flotta/ui/resource/HeadedCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../account.tsx'
import { languageNames } from '../../../people/auth/web/useChangeLanguage.ts'
import { CompanyPicker } from '../../area/web/CompanyPicker.tsx'
import { listWords } from '../../area/web/list-words.ts'
import { users } from '../contract.ts'

interface Values {
  readonly name: string
  readonly email: string
  readonly customer_id: number | null
  readonly role: Role | null
  readonly provider: boolean
  readonly language: Language
  readonly active: 0 | 1
}

export default function ProviderUsersScreen() {
  const { t } = useTranslation()
  const { user: me } = useAccount()
  const kind = useKind()
  const roleOf = (role: Role | null) => t(`users.role.${role ?? 'provider'}`)
  return (
    <ListScreen
      kind={kind}
      mayEdit
      icon={IconUsers}
      words={listWords(t, 'user')}
      columns={[
        { key: 'name', label: t('users.name'), value: u => u.name, width: 1.4 },
        { key: 'email', label: t('users.email'), value: u => u.email, width: 1.4 },
        { key: 'role', label: t('users.role_word'), value: u => roleOf(u.role) },
      ]}
      card={card => (
        <HeadedCard
          {...card}
          mayRemove={card.record?.id !== me.id}
          headOf={u => ({ name: u.name, facts: [u.email, roleOf(u.role)] })}
        />
      )}
    />
  )
}

function useKind(): CardKind<typeof users, Values> {
  const { t } = useTranslation()
  return {
    resource: users,
    nameOf: user => user.name,
    schema: users.create.body,
    labels: {
      name: t('users.name'),
      email: t('users.email'),
      role: t('users.role_word'),
      language: t('users.language'),
    },
    removing: t('area.removing_user'),
    toForm: user => ({
      name: user?.name ?? '',
      email: user?.email ?? '',
      customer_id: user?.customer_id ?? null,
      role: user === null ? 'edit' : user.role,
      provider: user?.provider ?? false,
      language: user?.language ?? currentLanguage(),
      active: user?.active ?? 1,
    }),
    toBody: ({ role, ...values }) => ({
      ...values,
      role: values.customer_id === null ? null : role,
    }),
    fields: (form, user) => <Fields form={form} isNew={user === null} />,
  }
}

function Fields({
  form,
  isNew,
}: {
  readonly form: UseFormReturnType<Values>
  readonly isNew: boolean
}) {
  const { t } = useTranslation()
  const { customer_id, provider, active } = form.values
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={t('users.name')} autoComplete="off" />
      <TextInput
        {...form.getInputProps('email')}
        type="email"
        label={t('users.email')}
        description={isNew ? t('area.password_hint') : undefined}
        autoComplete="off"
      />
      <CompanyPicker
        value={customer_id}
        onChange={id => form.setFieldValue('customer_id', id)}
        error={form.errors.customer_id}
        clearable
        disabled={!isNew}
      />
      {customer_id !== null && (
        <Select
          {...form.getInputProps('role')}
          label={t('users.role_word')}
          allowDeselect={false}
          data={Role.options.map(role => ({ value: role, label: t(`users.role.${role}`) }))}
        />
      )}
      <Switch
        label={t('area.provider')}
        description={t('area.provider_text')}
        checked={provider}
        onChange={e => form.setFieldValue('provider', e.currentTarget.checked)}
      />
      <Select
        {...form.getInputProps('language')}
        label={t('users.language')}
        allowDeselect={false}
        data={languages.map(value => ({ value, label: languageNames[value] }))}
      />
      {!isNew && (
        <Switch
          label={t('area.active')}
          checked={active === 1}
          onChange={e => form.setFieldValue('active', e.currentTarget.checked ? 1 : 0)}
        />
      )}
    </>
  )
}
