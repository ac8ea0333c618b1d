// The bottom bar of phones: map, search, alerts, news and a menu with everything else.
import { AlertsMenu } from '@flotta/features/alerts/incidents/web/AlertsMenu.tsx'
import { useAccount } from '@flotta/features/people/auth/web/account.ts'
import { ChangePassword } from '@flotta/features/people/auth/web/ChangePassword.tsx'
import { AccountLines, useSignOut } from '@flotta/features/people/auth/web/ProfileMenu.tsx'
import { NotificationsMenu } from '@flotta/features/people/notifications/web/NotificationsMenu.tsx'
import { SearchBox } from '@flotta/features/portal/search/web/SearchBox.tsx'
import type { MenuScreen } from '@flotta/features/screens.ts'
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { Divider, NavLink } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconKey,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconServerCog,
  IconShieldLock,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { litBy, useMenus } from './useScreens.ts'
import classes from './web.module.css'

/** The map has a button of its own in the bar, so the menu leaves it out. */
const isMap = ({ path }: MenuScreen): boolean => path === '/global-map'

export function MobileMenu() {
  const { t } = useTranslation()
  const { main } = useMenus()
  const [isChanging, { open: change, close: changed }] = useDisclosure(false)
  return (
    <nav className={classes.bottom} aria-label={t('shell.main_menu')}>
      {main.filter(isMap).map(({ path, title, icon: Icon }) => (
        <Link key={path} to={path} className={classes.tab}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <span>{t(title)}</span>
        </Link>
      ))}
      <BarPanel label={t('search.label')} icon={IconSearch} look="tab">
        {close => (
          <div className={classes.pad}>
            <SearchBox inline onDone={close} />
          </div>
        )}
      </BarPanel>
      <AlertsMenu look="tab" />
      <NotificationsMenu look="tab" />
      <BarPanel label={t('shell.menu')} icon={IconMenu2} look="tab">
        {close => (
          <FurtherEntries
            onClose={close}
            onChangePassword={() => {
              close()
              change()
            }}
          />
        )}
      </BarPanel>
      <ChangePassword opened={isChanging} onClose={changed} />
    </nav>
  )
}
/** The entries without a button in the bar: the other screens, and the account. */
function FurtherEntries({
  onClose,
  onChangePassword,
}: {
  readonly onClose: () => void
  readonly onChangePassword: () => void
}) {
  const { t } = useTranslation()
  const { user, customer } = useAccount()
  const { main, management } = useMenus()
  const signOut = useSignOut()
  return (
    <>
      <div className={classes.account}>
        <AccountLines
          name={user.name}
          role={t(`users.role.${user.role ?? 'provider'}`)}
          customer={customer.name}
        />
      </div>
      <Divider />
      {[...main.filter(screen => !isMap(screen)), ...management].map(screen => (
        <ScreenLink key={screen.path} screen={screen} onClose={onClose} />
      ))}
      {main.length + management.length > 1 && <Divider />}
      {user.provider && (
        <Entry to="/provider" label={t('area.open')} icon={IconServerCog} onClick={onClose} />
      )}
      <Entry
        to="/account"
        label={t('auth.sessions_and_tokens')}
        icon={IconShieldLock}
        onClick={onClose}
      />
      <Entry label={t('auth.change.title')} icon={IconKey} onClick={onChangePassword} />
      <Entry label={t('auth.logout')} icon={IconLogout} onClick={() => void signOut()} />
    </>
  )
}

interface EntryProps {
  readonly label: string
  readonly icon: TablerIcon
  readonly onClick: () => void
  /** Without it the entry is a button. */
  readonly to?: '/provider' | '/account'
}
function Entry({ label, icon: Icon, onClick, to }: EntryProps) {
  const look = {
    label,
    leftSection: <Icon size={20} stroke={1.75} aria-hidden />,
    h: 48,
    px: 16,
    onClick,
  }
  return to === undefined ? (
    <NavLink component="button" {...look} />
  ) : (
    <NavLink component={Link} to={to} {...look} />
  )
}

/** A screen that the customer does not have is dimmed and leads to its description. */
export function ScreenLink({
  screen,
  onClose,
}: {
  readonly screen: MenuScreen
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const look = {
    label: t(screen.title),
    leftSection: <screen.icon size={20} stroke={1.75} aria-hidden />,
    h: 48,
    px: 16,
    onClick: onClose,
  }
  return screen.isDimmed ? (
    <NavLink component="a" href={screen.instead?.(currentLanguage())} c="dimmed" {...look} />
  ) : (
    <NavLink component={Link} to={screen.path} activeOptions={litBy(screen)} {...look} />
  )
}
