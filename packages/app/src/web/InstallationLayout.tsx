// The frame of the area for people who run the installation: its own rail, and nothing of a company.
import { useAccount } from '@flotta/features/people/auth/web/account.ts'
import { LanguageSwitch } from '@flotta/features/people/auth/web/LanguageSwitch.tsx'
import { ProfileMenu } from '@flotta/features/people/auth/web/ProfileMenu.tsx'
import { Brand } from '@flotta/features/portal/shell/web/Brand.tsx'
import { ColorSchemeSwitch } from '@flotta/features/portal/shell/web/ColorSchemeSwitch.tsx'
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { ScreenNameProvider } from '@flotta/ui/PageTitle.tsx'
import { ServerLost } from '@flotta/ui/ServerLost.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { Toasts } from '@flotta/ui/toast.tsx'
import { Menu, Tooltip } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { IconArrowBackUp, IconMenu2 } from '@tabler/icons-react'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from './MobileMenu.tsx'
import { ScreenOutlet } from './ScreenOutlet.tsx'
import { litBy, useMenus, useScreenTitle } from './useScreens.ts'
import classes from './web.module.css'

export default function InstallationLayout() {
  const { t } = useTranslation()
  const { user } = useAccount()
  const phone = usePhone()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const title = useScreenTitle()
  return (
    <ModalsProvider>
      <Toasts position={phone ? 'top-center' : 'bottom-right'} limit={4} zIndex={400} />
      <div className={classes.layout}>
        <a href="#main" className={classes.skip}>
          {t('shell.skip')}
        </a>
        {!phone && <Rail />}
        <header className={classes.top}>
          <Link to="/provider" className={classes.phoneHome} aria-label={t('area.open')}>
            {phone && <Brand size={28} />}
            <span>{t('area.title')}</span>
          </Link>
          <div className={classes.spring} />
          <LanguageSwitch />
          <ColorSchemeSwitch />
          <ProfileMenu>
            {user.customer_id !== null && (
              <Menu.Item
                component={Link}
                to="/dashboard"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
              >
                {t('area.leave')}
              </Menu.Item>
            )}
          </ProfileMenu>
        </header>
        <ServerLost />
        <main id="main" tabIndex={-1} className={classes.main}>
          <ErrorBoundary resetKey={pathname}>
            <ScreenNameProvider value={title}>
              <ScreenOutlet />
            </ScreenNameProvider>
          </ErrorBoundary>
        </main>
        {phone && <InstallationTabs />}
      </div>
    </ModalsProvider>
  )
}

function Rail() {
  const { t } = useTranslation()
  const { provider } = useMenus()
  return (
    <nav className={classes.rail} aria-label={t('area.menu')}>
      <Link to="/provider" className={classes.home} aria-label={t('area.open')}>
        <Brand />
      </Link>
      <div className={classes.railLinks}>
        <ul>
          {provider.map(screen => (
            <li key={screen.path}>
              <Tooltip label={t(screen.title)} position="right">
                <Link
                  to={screen.path}
                  activeOptions={litBy(screen)}
                  className={classes.railLink}
                  aria-label={t(screen.title)}
                >
                  <screen.icon size={22} stroke={1.75} aria-hidden />
                </Link>
              </Tooltip>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** The screens that people who mount trackers open on a phone; the others are in a menu. */
const TABS: readonly string[] = [
  '/provider/customers',
  '/provider/vehicles',
  '/provider/devices',
  '/provider/unclaimed',
]

/** The bottom bar of a phone: four screens by name, and a button for the others. */
export function InstallationTabs() {
  const { t } = useTranslation()
  const { provider } = useMenus()
  const further = provider.filter(({ path }) => !TABS.includes(path))
  return (
    <nav className={classes.bottom} aria-label={t('area.menu')}>
      {provider
        .filter(({ path }) => TABS.includes(path))
        .map(({ path, title, icon: Icon }) => (
          <Link key={path} to={path} className={classes.tab} aria-label={t(title)}>
            <Icon size={20} stroke={1.75} aria-hidden />
            <span>{path === '/provider/unclaimed' ? t('area.unclaimed_short') : t(title)}</span>
          </Link>
        ))}
      <BarPanel label={t('shell.menu')} icon={IconMenu2} look="tab">
        {close =>
          further.map(screen => <ScreenLink key={screen.path} screen={screen} onClose={close} />)
        }
      </BarPanel>
    </nav>
  )
}
