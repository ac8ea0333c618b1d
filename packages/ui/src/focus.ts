// Keeps the focus where a person can go on: at what is wrong with a form, in the open dialog, beside what was taken out of a list.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const WRONG = '[aria-invalid="true"]'
const DIALOG = '[role="dialog"][aria-modal="true"]'
/** What is pressed or filled in. */
const CONTROL = 'button, a[href], input:not([type="hidden"]), textarea'

const isNowhere = ({ activeElement, body }: Document = document): boolean =>
  activeElement === null || activeElement === body
const focusedElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null

/** By these a person goes on: nothing moves the focus after that for what was sent, pressed or asked before. */
const GOES_ON = ['keydown', 'pointerdown'] as const
/** Where notices lie: who comes to them has left something, and goes back to it. */
export const NOTICES = '.mantine-Notifications-root'
let lastFocused: HTMLElement | null = null

/** For the whole page, once: ends with what it returns. */
export function keepFocus(): () => void {
  let watch: MutationObserver | null = null
  const rest = () => {
    watch?.disconnect()
    watch = null
  }
  /** A form that was sent leads to its first faulty field, whether the page or the server has found the fault; else back to where it was sent from. */
  const sent = ({ target }: Event) => {
    rest()
    if (!(target instanceof HTMLFormElement)) return
    const origin = focusedElement()
    const look = () => {
      const wrong = target.querySelector<HTMLElement>(WRONG)
      // what is still disabled takes no focus: it is asked again when it is not
      wrong?.focus()
      if (wrong !== null && document.activeElement === wrong) rest()
      else if (isNowhere() && origin !== null && target.contains(origin))
        origin.focus({ preventScroll: true })
    }
    watch = new MutationObserver(look)
    watch.observe(target, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-invalid', 'disabled'],
    })
    // a fault that stood there before changes nothing in the page
    requestAnimationFrame(() => watch !== null && look())
  }
  let leave: () => void = () => undefined
  /** What goes with its own press (the × of a field, a filter, an entry of a form) hands the focus on; what works by it has it again at the end. */
  const pressedControl = ({ target }: Event) => {
    leave()
    const control = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null
    if (control !== null) leave = passFocusOn(control)()
  }
  const came = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest(NOTICES) === null) return
    if (relatedTarget instanceof HTMLElement && relatedTarget.closest(NOTICES) === null)
      lastFocused = relatedTarget
  }
  /** A dialog holds the Tab key of what has the focus in it: what had it may have gone. */
  const tab = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' && isNowhere())
      [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1)?.focus({ preventScroll: true })
  }
  const ended = new AbortController()
  const whole = { capture: true, signal: ended.signal }
  document.addEventListener('submit', sent, whole)
  document.addEventListener('input', rest, whole)
  for (const event of GOES_ON) document.addEventListener(event, rest, whole)
  document.addEventListener('keydown', tab, whole)
  document.addEventListener('click', pressedControl, whole)
  document.addEventListener('focusin', came, whole)
  return () => {
    ended.abort()
    rest()
    leave()
    lastFocused = null
  }
}

const NOTICE = '.mantine-Notification-root'
const ENTRY = `li, [data-entry], ${NOTICE}`
const FIELD = '.mantine-Input-wrapper'
const GROUP = 'fieldset, form, search, [role="dialog"], [role="group"]'

const isFocused = (element: HTMLElement): boolean => {
  element.focus()
  return element.ownerDocument.activeElement === element
}
const controlIn = (part: Element | null | undefined): HTMLElement | null =>
  part instanceof HTMLElement
    ? part.matches(CONTROL)
      ? part
      : part.querySelector<HTMLElement>(CONTROL)
    : null

/**
 * Where the focus goes on if it was at `element` (default: where it is) and this has gone: into the field that it belonged to, to the entry that
 * stood next in its list, else to what stood before it in its group; from the last notice to what was left for it.
 */
export function focusNextTo(element: HTMLElement | null = focusedElement()): () => void {
  const entry = element?.closest(ENTRY) ?? null
  const near = [element?.closest(FIELD), entry?.nextElementSibling, entry?.previousElementSibling]
  const groups: Element[] = []
  for (
    let group = element?.closest(GROUP);
    group != null;
    group = group.parentElement?.closest(GROUP)
  )
    groups.push(group)
  const all = [...(groups.at(-1)?.querySelectorAll<HTMLElement>(CONTROL) ?? [])]
  const before =
    element === null ? [] : all.slice(0, Math.max(0, all.indexOf(element))).toReversed()
  return () => {
    if (element === null || element.isConnected || !isNowhere(element.ownerDocument)) return
    const group = groups.find(one => one.isConnected)
    const nearest = near.filter(one => one?.isConnected === true).map(controlIn)
    const others =
      group === undefined ? [] : before.filter(one => one.tabIndex >= 0 && group.contains(one))
    ;[...nearest, ...others, entry?.matches(NOTICE) === true ? lastFocused : null].some(
      one => one !== null && isFocused(one),
    )
  }
}

/**
 * As `beside`, from the call of what it returns on: as soon as `origin` (default: what has the focus now) has gone and nothing has the focus, however long
 * that takes; where it could not have it for a while, as a button that works, it gets it back. Over when something else gets the focus, when a person goes on, or by what the second call returns.
 */
export function passFocusOn(origin: HTMLElement | null = focusedElement()): () => () => void {
  const goOn = focusNextTo(origin)
  return () => {
    const over = () => {
      watch.disconnect()
      document.removeEventListener('focusin', moved, true)
      for (const event of GOES_ON) document.removeEventListener(event, over, true)
    }
    // a dialog that closes gives the focus back to what opened it, which may go only then
    const moved = ({ target }: FocusEvent) => {
      if (target !== origin) over()
    }
    let off = false
    const look = () => {
      if (origin === null || !isNowhere()) return
      if (!origin.isConnected) {
        over()
        // who closes something says himself where the focus goes
        requestAnimationFrame(goOn)
      } else if (origin.matches(':disabled')) off = true
      else if (off) {
        over()
        origin.focus({ preventScroll: true })
      }
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', moved, true)
    for (const event of GOES_ON) document.addEventListener(event, over, true)
    look()
    return over
  }
}

/** When the entry of a list in which `ref` stands goes and has the focus, the entry that stood next gets it. */
export function usePassFocusOn(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const entry = ref.current?.closest<HTMLElement>(ENTRY) ?? null
    return () => {
      if (entry?.contains(document.activeElement) === true) queueMicrotask(focusNextTo(entry))
    }
  })
}

/** What opens with its component and goes with it gives the focus back to where it was. */
export function useReturnFocus(): void {
  const [{ origin, goOn }] = useState(() => ({ origin: focusedElement(), goOn: focusNextTo() }))
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (origin?.isConnected === true && isNowhere(origin.ownerDocument))
          origin.focus({ preventScroll: true })
        goOn()
      })
    },
    [origin, goOn],
  )
}

/** For the button that begins a new one: when that is stored or dropped, the focus comes back to it. */
export function useFocusAfterAdding(adding: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef(adding)
  useEffect(() => {
    // while it was made the button could not have the focus
    if (was.current && !adding) button.current?.focus()
    was.current = adding
  }, [adding])
  return button
}
