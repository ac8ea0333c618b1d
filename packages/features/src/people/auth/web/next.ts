// Where a sign-in leads.
import { z } from 'zod'

/** What the sign-in's address says: the page that was wanted, and whether a password has just been set. */
export const Search = z.object({
  next: z.string().optional().catch(undefined),
  reset: z.literal('done').optional().catch(undefined),
})

/** The wished address when it is one of our own pages, else the first page; an address of another site is never followed. */
export function localPath(address: string | undefined, first = '/'): string {
  if (
    address === undefined ||
    !address.startsWith('/') ||
    /^\/[/\\]/.test(address) ||
    address.includes('\\')
  )
    return first
  return /^\/(login|reset|printer\/login)\b/.test(address) ? first : address
}
