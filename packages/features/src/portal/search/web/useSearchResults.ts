// The results of the global search for the words in its box, or a text instead.
import { messageOf, query } from '@flotta/ui/api.ts'
import type { FoundGroup } from '@flotta/ui/search.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { SEARCH_MIN, search } from '../contract.ts'
import { type FoundVehicle, type PaletteGroup, usePalette } from './usePalette.tsx'

const groups = Object.values(
  import.meta.glob<FoundGroup>('../../../[a-z]*/[a-z]*/web/search.tsx', {
    eager: true,
    import: 'default',
  }),
).sort((a, b) => a.order - b.order)

/** Pause after the last key before the search, ms. */
const DEBOUNCE_MS = 150

/** The results for the words, or a text instead. */
export function useSearchResults(words: string) {
  const { t } = useTranslation()
  const [debouncedWords] = useDebouncedValue(words.trim(), DEBOUNCE_MS)
  const enough = words.trim().length >= SEARCH_MIN
  const { data, error, isFetching } = useQuery({
    ...query(search, { body: { query: debouncedWords } }),
    enabled: debouncedWords.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  // A row of a form that this page does not know is left out.
  const foundGroups = !enough
    ? []
    : groups.map(group => ({
        group,
        rows: (data?.[group.group]?.data ?? []).flatMap(row => group.row.safeParse(row).data ?? []),
      }))
  const palette = usePalette(words.trim(), vehiclesOf(foundGroups))
  const visibleGroups = [...foundGroups.map(group => optionsOf(group, t)), ...palette].filter(
    ({ options }) => options.length > 0,
  )
  const waiting = isFetching || debouncedWords !== words.trim()
  const message = !enough
    ? t('search.min')
    : error !== null && !waiting
      ? messageOf(error)
      : data === undefined
        ? t('search.searching')
        : visibleGroups.length === 0
          ? t(waiting ? 'search.searching' : 'search.none')
          : null
  return { data, visibleGroups, message, waiting, enough }
}

interface FoundRows {
  readonly group: FoundGroup
  readonly rows: readonly Parameters<FoundGroup['show']>[0][]
}
const optionsOf = ({ group, rows }: FoundRows, t: TFunction): PaletteGroup => ({
  key: group.group,
  title: t(group.title),
  options: rows.map(row => ({
    key: `found-${group.group}-${row.id}`,
    href: group.href(row),
    ...group.show(row),
  })),
})
/** The vehicles among the results, for commands about one. */
const vehiclesOf = (groups: readonly FoundRows[]): readonly FoundVehicle[] =>
  groups
    .filter(({ group }) => group.group === 'vehicles')
    .flatMap(({ group, rows }) => rows.map(row => ({ id: row.id, plate: group.show(row).name })))
