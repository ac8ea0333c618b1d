// Links in mails that open something without a sign-in: how they are found in the texts of the outbox and taken out.

import { API } from '@flotta/core/contract.ts'

/** The kinds of such links and the page that each leads to instead, as POSIX patterns of PostgreSQL. */
const kinds = [
  { path: '/(?:reset|address)/[^[:space:]"]+', instead: '/login' },
  { path: `${API}/reports/[0-9]+/link/[^[:space:]"]+`, instead: '/reports' },
] as const

/** SQL that gives a column's text without such links: each leads to a page where its reader can go on. @param column the name of the column */
export const withoutLiveLinks = (column: 'body' | 'html'): string =>
  kinds.reduce(
    (sql, { path, instead }) =>
      `regexp_replace(${sql}, '(https?://[^[:space:]"]+)${path}', '\\1${instead}', 'g')`,
    column as string,
  )
