// A hand scanner types like a keyboard: its characters go into one field, whatever element has the focus.
import { type RefObject, useEffect } from 'react'

const isTextField = (at: EventTarget | null): boolean =>
  at instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(at.tagName)

export function useScannerKeyboard(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const gather = (event: KeyboardEvent) => {
      // only single characters count, not shortcuts; a space presses the button that has the focus
      if (
        event.key.length !== 1 ||
        event.key === ' ' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTextField(event.target)
      )
        return
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', gather)
    return () => window.removeEventListener('keydown', gather)
  }, [field])
}
