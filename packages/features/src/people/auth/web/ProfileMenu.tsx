// The menu of the signed-in person: name and role, links to pages, the own password, signing out.
import { messageOf } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconKey, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut, useAccount } from './account.ts'
import classes from './auth.module.css'
import { ChangePassword } from './ChangePassword.tsx'

/** Shows why signing out failed, because the person must know that the session is still valid. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation()
  return () =>
    signOut().catch(error => toast.error(t('auth.logout_failed', { why: messageOf(error) })))
}

export const initials = (name: string): string =>
  name
    .split(/[\s.@_-]+/)
    .filter(part => part !== '')
    .slice(0, 2)
    .map(part => part.charAt(0).toUpperCase())
    .join('')

/** `children`: the menu's links, each a `Menu.Item`. */
export function ProfileMenu({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const { user, customer } = useAccount()
  const [changing, { open, close }] = useDisclosure(false)
  const leave = useSignOut()
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <UnstyledButton
            className={classes.face ?? ''}
            aria-label={t('auth.account', { name: user.name })}
          >
            <Avatar size={30} radius="xl" color="blue" variant="filled" alt="">
              {initials(user.name)}
            </Avatar>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <AccountLines
            name={user.name}
            role={t(`users.role.${user.role ?? 'provider'}`)}
            customer={customer.name}
          />
          <Menu.Divider />
          {children}
          <Menu.Item
            component={Link}
            to="/account"
            leftSection={<IconShieldLock size={16} aria-hidden />}
          >
            {t('auth.sessions_and_tokens')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={open}>
            {t('auth.change.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => void leave()}
          >
            {t('auth.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChangePassword opened={changing} onClose={close} />
    </>
  )
}

export function AccountLines({
  name,
  role,
  customer,
}: {
  readonly name: string
  readonly role: string
  readonly customer: string
}) {
  return (
    <div style={{ padding: '8px 12px' }}>
      <Text fw={600}>{name}</Text>
      <Text size="xs" c="dimmed">
        {role} · {customer}
      </Text>
    </div>
  )
}
