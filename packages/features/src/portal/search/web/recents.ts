// What a user opened last from the search, offered while the box is empty. It stays in the browser, separate for each user.
import { z } from 'zod'

const Recent = z.object({ href: z.string().startsWith('/'), name: z.string() })
export type Recent = z.infer<typeof Recent>

/** The number of entries that are offered. */
const MOST = 5
const keyOf = (userId: number): string => `recents-${userId}`

export function recentsOf(userId: number): readonly Recent[] {
  try {
    const stored = z
      .array(Recent)
      .safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'))
    return stored.success ? stored.data : []
  } catch {
    // no storage in this browser, or nothing readable in it
    return []
  }
}

/** Adds an entry; the newest comes first, each only once. */
export function addRecent(userId: number, recent: Recent): void {
  const others = recentsOf(userId).filter(({ href }) => href !== recent.href)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, MOST)))
  } catch {
    // without storage nothing is remembered
  }
}
