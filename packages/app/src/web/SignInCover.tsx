// The sign-in that covers a page whose session ended; below it everything stays as it was, hidden and out of reach (navigation.82).
import { type Screen, screens } from '@flotta/features/screens.ts'
import { type InterruptedPage, interruption } from '@flotta/ui/interruption.ts'
import { lazy, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { LoadingScreen } from './LoadingScreen.tsx'

const all: readonly Screen[] = screens
/** The screens of the two sign-ins, by their address. */
const signIns = Object.fromEntries(
  all
    .filter(({ path }) => path === '/login' || path === '/printer/login')
    .map(screen => [screen.path, { title: screen.title, Screen: lazy(screen.load) }]),
)

export const useInterruptedPage = (): InterruptedPage | null =>
  useSyncExternalStore(interruption.subscribe, interruption.snapshot)

export function SignInCover() {
  const page = useInterruptedPage()
  return page === null ? null : <Cover login={page.login} />
}

function Cover({ login }: Pick<InterruptedPage, 'login'>) {
  const { t } = useTranslation()
  const [node] = useState(() => document.createElement('div'))
  useLayoutEffect(() => cover(node), [node])
  const signIn = signIns[login]
  if (signIn === undefined) return null
  const { Screen, title } = signIn
  return createPortal(
    <div
      role="dialog"
      aria-modal="true"
      aria-label={t(title)}
      style={{
        position: 'fixed',
        inset: 0,
        zIndex: 200,
        overflow: 'auto',
        background: 'var(--flotta-surface)',
      }}
    >
      <Suspense fallback={<LoadingScreen />}>
        <Screen />
      </Suspense>
    </div>,
    node,
  )
}

/** Menus and dialogs stand beside each other in one element of the page's end; each is covered, and those of the sign-in are not. */
const partsOfPage = (): Element[] =>
  [...document.body.children].flatMap(part =>
    part.matches('[data-mantine-shared-portal-node]') ? [...part.children] : [part],
  )
/** What happens in the sign-in is nothing for the listeners of the covered page, such as those that hold the focus or the scroll position in a dialog. */
const OWN_EVENTS = ['keydown', 'wheel', 'touchmove', 'focusin'] as const
const stop = (event: Event): void => event.stopPropagation()

function cover(node: HTMLElement): () => void {
  const focus = document.activeElement
  const parts = partsOfPage().filter(part => !part.hasAttribute('data-covered'))
  for (const part of parts) part.setAttribute('data-covered', '')
  document.body.append(node)
  for (const name of OWN_EVENTS) node.addEventListener(name, stop)
  return () => {
    node.remove()
    for (const part of parts) part.removeAttribute('data-covered')
    if (focus instanceof HTMLElement && focus.isConnected) focus.focus()
  }
}
