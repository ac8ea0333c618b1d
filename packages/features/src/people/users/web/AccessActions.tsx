// Actions on a user's access: a link for a new password, signing out everywhere, removing lost second factors.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { MoreButton } from '@flotta/ui/MoreButton.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Menu } from '@mantine/core'
import { type Icon, IconLogout2, IconMailForward, IconShieldOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sendPasswordLink } from '../../../account.tsx'
import { endUserSessions, resetFactors } from '../../factors/contract.ts'
import type { ManagedUser } from '../contract.ts'

interface Action {
  readonly key: 'reset' | 'sign_out' | 'without_factors'
  readonly icon: Icon
  /** Needs the right to manage the user; a link for a new password can be requested by anybody. */
  readonly isManaging: boolean
  readonly run: (user: ManagedUser) => Promise<unknown>
}
const actions: readonly Action[] = [
  {
    key: 'reset',
    icon: IconMailForward,
    isManaging: false,
    run: ({ email }) => sendPasswordLink(email),
  },
  {
    key: 'sign_out',
    icon: IconLogout2,
    isManaging: true,
    run: ({ id }) => call(endUserSessions, { params: { id } }),
  },
  {
    key: 'without_factors',
    icon: IconShieldOff,
    isManaging: true,
    run: ({ id }) => call(resetFactors, { params: { id } }),
  },
]

export function AccessActions({
  user,
  mayManage,
}: {
  readonly user: ManagedUser
  readonly mayManage: boolean
}) {
  const { t } = useTranslation()
  const { name, email } = user
  const ask = async ({ key, isManaging, run }: Action) => {
    const isDone = await confirm({
      title: t(`users.access_actions.${key}.title`, { name }),
      text: t(`users.access_actions.${key}.text`, { email }),
      confirm: t(`users.access_actions.${key}.confirm`),
      color: isManaging ? 'red' : 'blue',
      action: () => run(user),
    })
    if (isDone) toast.success(t(`users.access_actions.${key}.done`, { name, email }))
  }
  const offered = actions.filter(({ isManaging }) => mayManage || !isManaging)
  return (
    <Menu position="bottom-end">
      <MoreButton label={t('users.access_actions.more', { name })} />
      <Menu.Dropdown>
        {offered.map(action => (
          <Menu.Item
            key={action.key}
            leftSection={<action.icon size={16} aria-hidden />}
            onClick={() => void ask(action)}
          >
            {t(`users.access_actions.${action.key}.offer`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
