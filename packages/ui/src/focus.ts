// Keeps the focus where a person can continue: in the first faulty field of a form, in the open dialog, beside an entry that was removed (general.84, general.85).
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const WRONG = '[aria-invalid="true"]'
const DIALOG = '[role="dialog"][aria-modal="true"]'
/** Marks the control that a dialog gives the focus when it opens. */
const FIRST = 'data-autofocus'
/** Elements that a person presses or fills in. */
const CONTROL = 'button, a[href], input:not([type="hidden"]), textarea'

const isNowhere = ({ activeElement, body }: Document = document): boolean =>
  activeElement === null || activeElement === body
const focusedElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null

/** After these events the person is doing something else, so that earlier reasons no longer move the focus. */
const GOES_ON = ['keydown', 'pointerdown'] as const
/** The container of notices. When the focus leaves it, it returns to where it was before. */
export const NOTICES = '.mantine-Notifications-root'
let lastFocused: HTMLElement | null = null

/** Called once for the whole page. Returns a function that ends it. */
export function keepFocus(): () => void {
  let watch: MutationObserver | null = null
  const rest = () => {
    watch?.disconnect()
    watch = null
  }
  /** After a form was sent, the focus moves to its first faulty field, whether the page or the server found the fault; otherwise back to where it was. */
  const onSubmit = ({ target }: Event) => {
    rest()
    if (!(target instanceof HTMLFormElement)) return
    const origin = focusedElement()
    const look = () => {
      const wrong = target.querySelector<HTMLElement>(WRONG)
      // A disabled field takes no focus; the observer calls again when it is enabled.
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
    // A fault that was there before does not change the page, so the observer would not see it.
    requestAnimationFrame(() => watch !== null && look())
  }
  let leave: () => void = () => undefined
  /** A control that disappears when it is pressed (the × of a field, a filter) passes the focus on; one that is disabled meanwhile gets it back. */
  const pressedControl = ({ target }: Event) => {
    leave()
    const control = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null
    if (control !== null) leave = passFocusOn(control)()
  }
  const focusMoved = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof Element)) return
    const dialog = target.parentElement?.closest(DIALOG) ?? null
    // A dialog that has just opened focuses this mark a moment later, when a person may be in another field already.
    for (const first of dialog?.querySelectorAll(`[${FIRST}]`) ?? []) first.removeAttribute(FIRST)
    if (dialog !== null) target.setAttribute(FIRST, '')
    if (target.closest(NOTICES) === null) return
    if (relatedTarget instanceof HTMLElement && relatedTarget.closest(NOTICES) === null)
      lastFocused = relatedTarget
  }
  /** Tab returns to the open dialog when the focused element in it has disappeared. */
  const tab = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' && isNowhere())
      [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1)?.focus({ preventScroll: true })
  }
  const end = new AbortController()
  const listening = { capture: true, signal: end.signal }
  document.addEventListener('submit', onSubmit, listening)
  document.addEventListener('input', rest, listening)
  for (const event of GOES_ON) document.addEventListener(event, rest, listening)
  document.addEventListener('keydown', tab, listening)
  document.addEventListener('click', pressedControl, listening)
  document.addEventListener('focusin', focusMoved, listening)
  return () => {
    end.abort()
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
 * Decides where the focus goes when it was at `element` (default: the focused element) and that disappears: to the field that the element belonged
 * to, to the entry that was next in its list, else to the control before it in its group; from the last notice to where the focus was before.
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
 * As `focusNextTo`, from the call of the returned function on: as soon as `origin` (default: the focused element) has disappeared and nothing has the
 * focus, however long that takes. A control that was disabled meanwhile, such as a button at work, gets the focus back. It ends when something else
 * gets the focus, when the person continues, or when the second returned function is called.
 */
export function passFocusOn(origin: HTMLElement | null = focusedElement()): () => () => void {
  const goOn = focusNextTo(origin)
  return () => {
    const over = () => {
      watch.disconnect()
      document.removeEventListener('focusin', onFocusMoved, true)
      for (const event of GOES_ON) document.removeEventListener(event, over, true)
    }
    // A dialog that closes returns the focus to the control that opened it, which may disappear only then.
    const onFocusMoved = ({ target }: FocusEvent) => {
      if (target !== origin) over()
    }
    let off = false
    const look = () => {
      if (origin === null || !isNowhere()) return
      if (!origin.isConnected) {
        over()
        // The code that closes a dialog decides itself where the focus goes.
        requestAnimationFrame(goOn)
      } else if (origin.matches(':disabled')) off = true
      else if (off) {
        over()
        origin.focus({ preventScroll: true })
      }
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', onFocusMoved, true)
    for (const event of GOES_ON) document.addEventListener(event, over, true)
    look()
    return over
  }
}

/** When the list entry around `ref` is removed while it has the focus, the next entry gets the focus. */
export function usePassFocusOn(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const entry = ref.current?.closest<HTMLElement>(ENTRY) ?? null
    return () => {
      if (entry?.contains(document.activeElement) === true) queueMicrotask(focusNextTo(entry))
    }
  })
}

/** When the component is removed, the focus returns to where it was before the component appeared. */
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

/** For the button that adds a record: when the record is stored or dropped, the button gets the focus back. */
export function useFocusAfterAdding(adding: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef(adding)
  useEffect(() => {
    // The button was disabled meanwhile and could not have the focus.
    if (was.current && !adding) button.current?.focus()
    was.current = adding
  }, [adding])
  return button
}
