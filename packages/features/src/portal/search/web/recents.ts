// What a person opened last from the search, for the list without words. It stays in the browser, apart for each user.
import { z } from 'zod'

const Recent = z.object({ href: z.string().startsWith('/'), name: z.string() })
export type Recent = z.infer<typeof Recent>

/** How many are offered. */
const MOST = 5
const keyOf = (userId: number): string => `recents-${userId}`

export function recentsOf(userId: number): readonly Recent[] {
  try {
    const stored = z
      .array(Recent)
      .safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'))
    return stored.success ? stored.data : []
  } catch {
    // no storage in this browser, or nothing that can be read in it
    return []
  }
}

/** The newest stands first, each once. */
export function addRecent(userId: number, recent: Recent): void {
  const others = recentsOf(userId).filter(({ href }) => href !== recent.href)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, MOST)))
  } catch {
    // without storage nothing is offered again
  }
}
