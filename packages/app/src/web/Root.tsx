// Around every page: the window says which screen is open.
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useScreenTitle } from './useScreens.ts'

export function Root() {
  const title = useScreenTitle()
  useEffect(() => {
    document.title = title === 'Flotta' ? title : `${title} · Flotta`
  }, [title])
  return <Outlet />
}
