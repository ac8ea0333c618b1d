// The root of every page: it writes the name of the open screen into the window's title.
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SignInCover, useInterruptedPage } from './SignInCover.tsx'
import { useScreenTitle } from './useScreens.ts'

export function Root() {
  const { t } = useTranslation()
  const screenTitle = useScreenTitle()
  const title = useInterruptedPage() === null ? screenTitle : t('auth.sign_in')
  useEffect(() => {
    document.title = title === 'Flotta' ? title : `${title} · Flotta`
  }, [title])
  return (
    <>
      <Outlet />
      <SignInCover />
    </>
  )
}
