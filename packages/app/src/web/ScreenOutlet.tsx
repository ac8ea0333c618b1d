// The open screen, or its replacement: for a company without the screen whom to ask for it, for another role that there is no such page.
import { useAccount } from '@flotta/features/people/auth/web/account.ts'
import NotFound from '@flotta/features/portal/shell/web/NotFound.tsx'
import { NotIncluded } from '@flotta/features/portal/shell/web/NotIncluded.tsx'
import { isForRole } from '@flotta/features/screens.ts'
import { Outlet } from '@tanstack/react-router'
import { useMayBeHere, useScreen } from './useScreens.ts'

export function ScreenOutlet() {
  const account = useAccount()
  const screen = useScreen()
  const mayBeHere = useMayBeHere()
  if (screen === undefined || mayBeHere) return <Outlet />
  return isForRole(screen, account) ? <NotIncluded /> : <NotFound />
}
