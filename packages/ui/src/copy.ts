// Copies a text for the person, also on a page without https, and says what became of it.
import { say } from './texts.ts'
import { toast } from './toast.tsx'

/** A text up to this length is shown where it could not be copied, so that a hand can take it from the notice. */
const SHOWN_LENGTH = 300

/** @param mark marks the text where it stands on the page, so that where the browser refuses one key copies it */
export async function copyText(text: string, mark?: () => void): Promise<void> {
  if ((await isCopied(text)) || copyBySelection(text)) return toast.copied()
  if (mark !== undefined) {
    mark()
    toast.warning(say('ui.copy_by_hand'))
  } else if (text.length <= SHOWN_LENGTH)
    toast.warning(text, { title: say('ui.copy_refused'), id: 'copied' })
  else toast.warning(say('ui.copy_refused'), { id: 'copied' })
}

/** Browsers have a clipboard for pages with https and for those of this machine alone. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The older way, which every page has: what is selected is copied. Focus and selection are put back as they were. */
function copyBySelection(text: string): boolean {
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const selection = getSelection()
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, i) =>
    selection?.getRangeAt(i),
  )
  const field = document.createElement('textarea')
  field.value = text
  // a phone shows no keyboard for it
  field.readOnly = true
  field.tabIndex = -1
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position: fixed; top: 0; left: -9999px'
  // a dialog keeps the focus inside
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
