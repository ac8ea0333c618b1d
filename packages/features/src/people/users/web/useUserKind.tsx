// How users are shown and edited in their cards: the form of a user, and the body that is sent.
import { languages } from '@flotta/core/languages.ts'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../account.tsx'
import { type ManagedUser, users } from '../contract.ts'
import { UserFields, type UserForm } from './UserFields.tsx'

/** New users belong to the company `customer_id`; without it to the own company. */
export function useUserKind(customer_id: number | undefined): CardKind<typeof users, UserForm> {
  const { t, i18n } = useTranslation()
  const { user: me } = useAccount()
  const labels = {
    name: t('users.name'),
    email: t('users.email'),
    role: t('users.role_word'),
    language: t('users.language'),
    active: t('users.active'),
    password: t('users.address.password'),
  }
  const language = languages.find(l => l === i18n.language) ?? 'it'
  return {
    resource: users,
    nameOf: user => user.name,
    labels,
    removing: t('users.removing'),
    made: user => t('users.made', { email: user.email }),
    toForm: user => (user === null ? newUser(language) : formOf(user)),
    toBody: ({ password, ...values }, record) =>
      record !== null
        ? { ...values, ...(password !== '' && { password }) }
        : customer_id !== undefined
          ? { ...values, customer_id }
          : values,
    fields: (form, record) => <UserFields form={form} record={record} labels={labels} me={me} />,
  }
}

const newUser = (language: UserForm['language']): UserForm => ({
  name: '',
  email: '',
  role: 'view',
  language,
  active: 1,
  password: '',
})
const formOf = ({ name, email, role, language, active }: ManagedUser): UserForm => ({
  name,
  email,
  role,
  language,
  active,
  password: '',
})
