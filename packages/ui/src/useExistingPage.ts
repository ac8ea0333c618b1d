// Leaves a page of a list that no longer exists: the last row of the last page was removed, or what it listed has ended.
import { useEffect } from 'react'

/** @param pages the number of pages; undefined: not known (yet) */
export function useExistingPage(
  page: number,
  pages: number | undefined,
  turn: (page: number) => void,
): void {
  useEffect(() => {
    if (pages !== undefined && page > pages) turn(pages)
  }, [page, pages, turn])
}
