// Links in mails that open something without a sign-in: found in the texts of the outbox and removed.

import { API } from '@flotta/core/contract.ts'

/** The kinds of such links as POSIX patterns of PostgreSQL, each with the page that replaces it. */
const kinds = [
  { path: '/(?:reset|address)/[^[:space:]"]+', instead: '/login' },
  { path: `${API}/reports/[0-9]+/link/[^[:space:]"]+`, instead: '/reports' },
] as const

/**
 * SQL of a column's text in which each such link is replaced by one to a page where its reader can continue.
 * @param column the name of the column
 */
export const withoutLiveLinks = (column: 'body' | 'html'): string =>
  kinds.reduce(
    (sql, { path, instead }) =>
      `regexp_replace(${sql}, '(https?://[^[:space:]"]+)${path}', '\\1${instead}', 'g')`,
    column as string,
  )
