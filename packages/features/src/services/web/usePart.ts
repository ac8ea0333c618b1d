// The open part of a panel, in the address as `sub`, so that the back button undoes it and a link shows the same.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PartSearch } from './address.ts'

/** The open part of a panel; the first one is the default. */
export function usePart<T extends string>(
  parts: readonly [T, ...T[]],
): readonly [T, (part: string | null) => void] {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const { sub } = PartSearch.parse(raw)
  const [first] = parts
  const open = parts.find(part => part === sub) ?? first
  const choose = useCallback(
    (part: string | null) =>
      void navigate({
        to: '.',
        search: (old: object) => ({
          ...old,
          sub: part === null || part === first ? undefined : part,
        }),
      }),
    [navigate, first],
  )
  return [open, choose]
}
