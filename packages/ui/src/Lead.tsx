// A link to an address that is known only as a text, such as that of a notification: pages of the product open without a new page load, others in a
// new tab.
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** Any other click (new tab or window, download) is left to the browser. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)
const isOurs = (href: string): boolean => /^\/(?![/\\])/.test(href)

export function Lead({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const navigate = useNavigate()
  if (!isOurs(href))
    return <a href={href} target="_blank" rel="noopener noreferrer" onClick={onClick} {...rest} />
  return (
    <a
      href={href}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        void navigate({ href })
      }}
      {...rest}
    />
  )
}
