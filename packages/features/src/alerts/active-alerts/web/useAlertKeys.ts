// The keys of the list of alerts: up and down move the focus, and letters act on the focused alert, or on the selected ones.
import { isTyping } from '@flotta/ui/keys.ts'
import { useEffect, useRef } from 'react'
import type { ActiveAlert } from '../../incidents/contract.ts'

/** e: acknowledge, a: assign, s: snooze, m: mute its rule on the vehicle, x: select. */
export type AlertKey = 'e' | 'a' | 's' | 'm' | 'x'
const letters: readonly string[] = ['e', 'a', 's', 'm', 'x'] satisfies AlertKey[]

const rowLinks = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-alert] a[href]'),
]
/** The alert whose row has the focus. */
const focusedAlert = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-alert]')?.dataset.alert

function move(by: 1 | -1): void {
  const links = rowLinks()
  const at = links.findIndex(
    link => link.closest<HTMLElement>('[data-alert]')?.dataset.alert === focusedAlert(),
  )
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus()
}
/** Whether an open dialog or menu takes the keys. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], .mantine-Menu-dropdown') !== null

/**
 * Listens to the keys.
 * @param onKey gets the focused alert; undefined: none is focused, so the selected ones are meant
 */
export function useAlertKeys(
  alerts: readonly ActiveAlert[],
  onKey: (key: AlertKey, alert: ActiveAlert | undefined) => void,
  isEnabled: boolean,
): void {
  const latest = useRef({ alerts, onKey })
  latest.current = { alerts, onKey }
  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isCovered()) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
      } else if (letters.includes(event.key)) {
        event.preventDefault()
        const id = focusedAlert()
        latest.current.onKey(
          event.key as AlertKey,
          latest.current.alerts.find(alert => alert.id === id),
        )
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isEnabled])
}
