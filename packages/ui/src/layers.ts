// The order of open layers, so that Esc closes only the topmost one (general.83). The focus moves into a layer that opens and returns afterwards.
import { type RefObject, useEffect, useRef } from 'react'
import { NOTICES } from './focus.ts'
import { isTyping } from './keys.ts'

interface Layer {
  readonly close: () => void
  /** Whether Esc in a text field closes the layer too. */
  readonly whileTyping: boolean
}
const layers: Layer[] = []

/** Menus, lists and dialogs of Mantine close themselves. The last open one in the page is the topmost. */
const FLOATING =
  '.mantine-Popover-dropdown, .mantine-Menu-dropdown, .mantine-Combobox-dropdown, .mantine-Modal-content, .mantine-Drawer-content'
const DIALOGS = '.mantine-Modal-content, .mantine-Drawer-content'
const OURS = '[data-layer]'
function isAnotherOpen(): boolean {
  const top = [...document.querySelectorAll(FLOATING)].findLast(
    floating => getComputedStyle(floating).display !== 'none',
  )
  if (top === undefined || top.matches(OURS)) return false
  // A list of choices or the like inside of a layer closes before the layer does.
  return !top.matches(DIALOGS) || top.closest(OURS) === null
}

/** The last Esc, and whether something of Mantine was open when it was pressed. */
let lastEscape: { readonly event: KeyboardEvent; readonly isAnotherOpen: boolean } | null = null
/** Mantine listens to keys on the window: without animations its dialog is removed before the document receives the key. */
function noteEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') lastEscape = { event, isAnotherOpen: isAnotherOpen() }
}
/** Listeners are called in the order of their registration, and this one is registered before any dialog. */
const listenInWindow = () => window.addEventListener('keydown', noteEscape, { capture: true })
if (typeof window !== 'undefined') listenInWindow()

function onKey(event: KeyboardEvent): void {
  const top = layers.at(-1)
  if (event.key !== 'Escape' || event.isComposing || top === undefined) return
  if (lastEscape?.event === event ? lastEscape.isAnotherOpen : isAnotherOpen()) return
  if (!top.whileTyping && isTyping(event)) return
  // A notice is above every layer and closes itself.
  if (event.target instanceof Element && event.target.closest(NOTICES) !== null) return
  event.preventDefault()
  event.stopPropagation()
  top.close()
}

function open(layer: Layer): () => void {
  listenInWindow()
  if (layers.length === 0) document.addEventListener('keydown', onKey, { capture: true })
  layers.push(layer)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    if (layers.length === 0) document.removeEventListener('keydown', onKey, { capture: true })
  }
}

/** While `opened` is true, this is the topmost layer until another opens: Esc calls `close`. Elements that Mantine renders for it have `data-layer`. */
export function useLayer(
  opened: boolean,
  close: () => void,
  { whileTyping = true }: { readonly whileTyping?: boolean } = {},
): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(
    () => (opened ? open({ close: () => latest.current(), whileTyping }) : undefined),
    [opened, whileTyping],
  )
}

/** Focuses the previous element; if it is gone, the main part of the page. */
const goBack = (origin: HTMLElement | null): void =>
  (origin?.isConnected === true ? origin : document.querySelector('main'))?.focus({
    preventScroll: true,
  })

/**
 * When something else opens (`key` changes), the focus moves into it; when it closes (`key` null), it returns.
 * A layer that is open when the page appears gets no focus; when it closes, the page gets it.
 */
export function useFocusInside(
  ref: RefObject<HTMLElement | null>,
  key: string | number | null,
): void {
  const last = useRef(key)
  const origin = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    const active = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (key === null) {
      // If the person has moved the focus elsewhere meanwhile, it stays there.
      if (active === null || active === document.body) goBack(origin.current)
      return
    }
    if (ref.current?.contains(active) !== true) origin.current = active
    ref.current?.focus({ preventScroll: true })
  }, [ref, key])
}
