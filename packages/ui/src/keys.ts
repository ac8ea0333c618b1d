// Keys that work on the whole page.

/** Whether a key press belongs to a text field. */
export const isTyping = (e: KeyboardEvent): boolean =>
  e.target instanceof HTMLElement &&
  (e.target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(e.target.tagName))
