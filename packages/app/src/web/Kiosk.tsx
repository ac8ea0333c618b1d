// The frame of the printing area: the customer, the three steps, language, theme and sign-out. It has no side menu and no map.
import { useAccount } from '@flotta/features/people/auth/web/account.ts'
import { Languages, Scheme } from '@flotta/features/people/auth/web/PageTools.tsx'
import { Brand } from '@flotta/features/portal/shell/web/Brand.tsx'
import { AccessDenied } from '@flotta/features/reports/printing/web/AccessDenied.tsx'
import { IdleReturn } from '@flotta/features/reports/printing/web/IdleReturn.tsx'
import classes from '@flotta/features/reports/printing/web/printing.module.css'
import { SignOut } from '@flotta/features/reports/printing/web/SignOut.tsx'
import { Steps } from '@flotta/features/reports/printing/web/Steps.tsx'
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { ScreenNameProvider } from '@flotta/ui/PageTitle.tsx'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayBeHere, useScreenTitle } from './useScreens.ts'

export default function Kiosk() {
  const { t } = useTranslation()
  const { customer } = useAccount()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const title = useScreenTitle()
  const mayBeHere = useMayBeHere()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // When the person signs out, an unfinished receipt is dropped.
  const [visit, setVisit] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step moves the focus to its beginning.
  useEffect(() => {
    if (first.current) first.current = false
    else main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className={classes.kiosk}>
      <header className={classes.top}>
        <Link to="/printer/scanner" className={classes.home} aria-label={t('printing.home')}>
          <Brand size={36} />
          <span>
            <strong>{t('printing.title')}</strong>
            <small>{customer.name}</small>
          </span>
        </Link>
        <div className={classes.tools}>
          <Languages />
          <Scheme />
          {mayBeHere && <SignOut />}
        </div>
      </header>
      {mayBeHere && <Steps />}
      <main ref={main} tabIndex={-1} className={classes.main}>
        <ErrorBoundary resetKey={pathname}>
          <ScreenNameProvider value={title}>
            {mayBeHere ? <Outlet key={visit} /> : <AccessDenied />}
          </ScreenNameProvider>
        </ErrorBoundary>
      </main>
      {mayBeHere && (
        <IdleReturn isQuiet={pathname === '/printer/scanner'} onAway={() => setVisit(visit + 1)} />
      )}
    </div>
  )
}
