// The root of every page: it writes the name of the open screen into the window's title.
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
