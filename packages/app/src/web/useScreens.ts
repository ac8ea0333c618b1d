// What the list of screens says here and now: which one is open, and what stands in this person's menus.
import { useAccount } from '@flotta/features/people/auth/web/account.ts'
import {
  isOpen,
  type MenuScreen,
  menuOf,
  type Screen,
  screens,
  titleOf,
} from '@flotta/features/screens.ts'
import { whenIdle } from '@flotta/ui/idle.ts'
import { useSubjectName } from '@flotta/ui/PageTitle.tsx'
import { useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The screen whose route is open. */
export const useScreen = (): Screen | undefined =>
  useMatches({ select: matches => matches.at(-1)?.staticData.screen })

/** The open screen's title; the product's name before any is open. */
export function useScreenTitle(): string {
  const { t } = useTranslation()
  const screen = useScreen()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const own = useSubjectName()
  return screen === undefined ? 'Flotta' : (own ?? t(titleOf(screen, pathname) ?? screen.title))
}

/** Whether the signed-in person may be on the open screen. */
export function useMayBeHere(): boolean {
  const account = useAccount()
  const screen = useScreen()
  return screen === undefined || isOpen(screen, account)
}

export function useMenus(): {
  readonly main: readonly MenuScreen[]
  readonly management: readonly MenuScreen[]
} {
  const account = useAccount()
  return { main: menuOf('main', account), management: menuOf('management', account) }
}

/** A menu's link is lit on its screen and what lies below it, but where that stands in the menus itself. */
export const litBy = ({ path }: MenuScreen) => ({
  exact: screens.some(s => 'icon' in s && s.path.startsWith(`${path}/`)),
  includeSearch: false,
})

/** A person who pays by the byte wants nothing that was not asked for. */
const isSparing = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData ===
  true

/** The code of the screens in the menus is fetched while the page rests, one after the other: a press on an entry asks for data at once. */
export function useScreensAhead(): void {
  const { main, management } = useMenus()
  const { routesByPath } = useRouter()
  const paths = [...main, ...management]
    .flatMap(({ path, isDimmed }) => (isDimmed ? [] : [path]))
    .join(' ')
  useEffect(() => {
    if (isSparing()) return
    const waiting = paths.split(' ')
    let giveUp = () => {}
    const next = () => {
      const path = waiting.shift() as keyof typeof routesByPath | undefined
      if (path === undefined) return
      giveUp = whenIdle(() => {
        // what cannot be fetched now is said when it is opened
        Promise.resolve(routesByPath[path]?.options.component?.preload?.()).then(next, next)
      })
    }
    next()
    return () => giveUp()
  }, [paths, routesByPath])
}
