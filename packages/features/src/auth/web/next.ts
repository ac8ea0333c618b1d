// Where a sign-in leads.

/** The wished address when it is one of our own pages, else the first page; an address of another site is never followed. */
export function localPath(wished: string | undefined): string {
  if (wished === undefined || !wished.startsWith('/') || /^\/[/\\]/.test(wished) || wished.includes('\\') || /^\/(login|reset)\b/.test(wished)) return '/'
  return wished
}
