// `g` and a letter open a screen, unless the person is typing (general.100).
import { isTyping } from '@flotta/ui/keys.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { MenuScreen } from '../../../screens.ts'

/** The letter is awaited for this many milliseconds after `g`. */
const PATIENCE_MS = 1500

/**
 * Listens to the keys.
 * @param menu the screens that the user may open
 */
export function useGoKeys(menu: readonly MenuScreen[]): void {
  const navigate = useNavigate()
  const latest = useRef(menu)
  latest.current = menu
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.defaultPrevented || hasModifier || isTyping(event) || isDialogOpen()) return
      const key = event.key.toLowerCase()
      const isAwaited = event.timeStamp - pressedAt < PATIENCE_MS
      pressedAt = key === 'g' && !isAwaited ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!isAwaited) return
      const screen = latest.current.find(({ letter, isDimmed }) => letter === key && !isDimmed)
      if (screen === undefined) return
      // After `g` the letter has no other meaning, such as a key of the open list.
      event.preventDefault()
      event.stopPropagation()
      void navigate({ to: screen.path })
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [navigate])
}

/** Whether a dialog is open above the page; it has the keys. */
const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null
