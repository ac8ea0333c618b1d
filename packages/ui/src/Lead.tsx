// A link to an address that is known as a text alone, such as a notification's: a page of ours opens without a new page load, any other in a tab of its own.
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** Anything else than a plain click (a new tab or window, a download) is the browser's affair. */
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
