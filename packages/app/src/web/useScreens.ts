// The open screen, and the screens in the menus of this user (navigation.53).
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
import { isText } from '@flotta/ui/texts.ts'
import { useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The screen whose route is open. */
export const useScreen = (): Screen | undefined =>
  useMatches({ select: matches => matches.at(-1)?.staticData.screen })

/** The title of the open screen; the product's name before any is open or has its texts. */
export function useScreenTitle(): string {
  const { t } = useTranslation()
  const screen = useScreen()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const subjectName = useSubjectName()
  if (screen === undefined) return 'Flotta'
  const title = titleOf(screen, pathname) ?? screen.title
  // While the texts of a screen load, its address is already open.
  return subjectName ?? (isText(title) ? t(title) : 'Flotta')
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
  readonly provider: readonly MenuScreen[]
} {
  const account = useAccount()
  return {
    main: menuOf('main', account),
    management: menuOf('management', account),
    provider: menuOf('provider', account),
  }
}

/** A link of a menu is active on its screen and on the screens below it, except those that have a link of their own. */
export const litBy = ({ path }: MenuScreen) => ({
  exact: screens.some(s => 'icon' in s && s.path.startsWith(`${path}/`)),
  includeSearch: false,
})

/** Whether the browser asks to save data; then nothing is loaded ahead. */
const isSparing = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData ===
  true

/** Loads the code of the menu's screens one after the other while the page is idle, so that a click only has to load data. */
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
        // A failure is shown when the screen is opened.
        Promise.resolve(routesByPath[path]?.options.component?.preload?.()).then(next, next)
      })
    }
    next()
    return () => giveUp()
  }, [paths, routesByPath])
}
