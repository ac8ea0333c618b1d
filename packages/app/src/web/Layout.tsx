// The frame of every page of a signed-in user: side menu, top bar, the page, and on phones the menu at the bottom.
import { useLive } from '@flotta/features/map/live/web/useLive.ts'
import { useAccount } from '@flotta/features/people/auth/web/account.ts'
import { useGoKeys } from '@flotta/features/portal/shell/web/useGoKeys.ts'
import { SetupStrip } from '@flotta/features/provider/setup/web/SetupStrip.tsx'
import { ReportNotices } from '@flotta/features/reports/reports/web/ReportNotices.tsx'
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { PageTitle, ScreenNameProvider } from '@flotta/ui/PageTitle.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { ServerLost } from '@flotta/ui/ServerLost.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { useServerLostSince } from '@flotta/ui/server-connection.ts'
import { ViewsMenuProvider } from '@flotta/ui/table/views.tsx'
import { Toasts } from '@flotta/ui/toast.tsx'
import { ModalsProvider } from '@mantine/modals'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useRouterState } from '@tanstack/react-router'
import { lazy, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BreadcrumbsLine } from './Breadcrumbs.tsx'
import InstallationLayout from './InstallationLayout.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { ScreenOutlet } from './ScreenOutlet.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useMayBeHere, useMenus, useScreen, useScreensAhead, useScreenTitle } from './useScreens.ts'
import classes from './web.module.css'

/** Loaded with the first table. */
const ViewsMenu = lazy(() => import('@flotta/features/portal/views/web/ViewsMenu.tsx'))

/** People without a company see the frame of the installation, also on the page of their own account. */
export default function Layout() {
  const { user } = useAccount()
  return user.customer_id === null ? <InstallationLayout /> : <CompanyLayout />
}

function CompanyLayout() {
  const { t } = useTranslation()
  useLive()
  useScreensAhead()
  const phone = usePhone()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const title = useScreenTitle()
  const stage = useScreen()?.stage === true
  const isServerLost = useServerLostSince() !== null
  const mayBeHere = useMayBeHere()
  const [isMenuWide] = usePreference('wide_menu')
  const { main: mainMenu, management } = useMenus()
  useGoKeys([...mainMenu, ...management])
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page moves the focus to its beginning.
  useEffect(() => {
    if (first.current) first.current = false
    else main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <ModalsProvider>
      <ReportNotices />
      <Toasts position={phone ? 'top-center' : 'bottom-right'} limit={4} zIndex={400} />
      <div
        className={classes.layout}
        data-lost={isServerLost || undefined}
        data-wide={(isMenuWide && !phone) || undefined}
      >
        <a href="#main" className={classes.skip}>
          {t('shell.skip')}
        </a>
        {!phone && <SideMenu />}
        <TopBar phone={phone} />
        <BreadcrumbsLine />
        <ServerLost />
        <SetupStrip />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <ErrorBoundary resetKey={pathname}>
            <ScreenNameProvider value={title}>
              {stage && mayBeHere && <PageTitle hidden />}
              <ViewsMenuProvider value={ViewsMenu}>
                <ScreenOutlet />
              </ViewsMenuProvider>
            </ScreenNameProvider>
          </ErrorBoundary>
        </main>
        {phone && <MobileMenu />}
      </div>
    </ModalsProvider>
  )
}
