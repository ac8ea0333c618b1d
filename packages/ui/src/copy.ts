// Copies a text for the person, even on a page without https, and reports the result.
import { say } from './texts.ts'
import { toast } from './toast.tsx'

/** A text up to this length is shown in the notice when it could not be copied, so that it can be copied by hand. */
const SHOWN_LENGTH = 300

/** @param mark selects the text on the page, so that a key copies it when the browser refuses */
export async function copyText(text: string, mark?: () => void): Promise<void> {
  if ((await isCopied(text)) || copyBySelection(text)) return toast.copied()
  if (mark !== undefined) {
    mark()
    toast.warning(say('ui.copy_by_hand'))
  } else if (text.length <= SHOWN_LENGTH)
    toast.warning(text, { title: say('ui.copy_refused'), id: 'copied' })
  else toast.warning(say('ui.copy_refused'), { id: 'copied' })
}

/** Browsers provide a clipboard only to pages with https and to pages of this machine. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The older method, which every page has: copying the selection. Focus and selection are restored afterwards. */
function copyBySelection(text: string): boolean {
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const selection = getSelection()
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, i) =>
    selection?.getRangeAt(i),
  )
  const field = document.createElement('textarea')
  field.value = text
  // Read-only, so that a phone shows no keyboard.
  field.readOnly = true
  field.tabIndex = -1
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position: fixed; top: 0; left: -9999px'
  // A dialog keeps the focus inside.
  const place = focus?.closest('[role="dialog"]') ?? document.body
  place.append(field)
  try {
    field.focus({ preventScroll: true })
    field.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    focus?.focus({ preventScroll: true })
    selection?.removeAllRanges()
    for (const range of ranges) if (range !== undefined) selection?.addRange(range)
  }
}
