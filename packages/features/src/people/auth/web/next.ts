// The page that a sign-in opens.

/** The requested address if it is one of our own pages, else the first page; an address of another site is never opened. */
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
