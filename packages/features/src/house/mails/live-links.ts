// Links in mails that open something by themselves: where they stand in the texts of the outbox, so that they can be taken out again.

import { API } from '@flotta/core/contract.ts'

/** Where each kind of link leads instead, as POSIX patterns of PostgreSQL: passwords and addresses to the sign-in, report files to the list of reports. */
const kinds = [
  { path: '/(?:reset|address)/[^[:space:]"]+', instead: '/login' },
  { path: `${API}/reports/[0-9]+/link/[^[:space:]"]+`, instead: '/reports' },
] as const

/** SQL of a column's text without links that open something; each leads to a page where its reader goes on. @param column a name of ours */
export const withoutLiveLinks = (column: 'body' | 'html'): string =>
  kinds.reduce(
    (sql, { path, instead }) =>
      `regexp_replace(${sql}, '(https?://[^[:space:]"]+)${path}', '\\1${instead}', 'g')`,
    column as string,
  )
