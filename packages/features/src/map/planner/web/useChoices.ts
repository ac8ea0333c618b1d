// The possible routes of the draft, requested whenever its places or exclusions
// change.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type DirectionsMeta, directions } from '../../../places/routing/contract.ts'
import { coordinatesText } from '../../../places/routing/rules.ts'
import { type Choice, choicesOf, chosenOf, type Draft, exclusionsIn, pointsOf } from '../draft.ts'
import { canRoute } from '../rules.ts'

export interface Choices {
  readonly choices: readonly Choice[]
  readonly chosen: Choice | null
  readonly isAsking: boolean
  /** Why there is no route; null: there are routes, or none was requested. */
  readonly problem: DirectionsMeta['problem'] | Error
  readonly again: () => void
}
const NONE: readonly Choice[] = []

export function useChoices(draft: Draft): Choices {
  const isEnabled = canRoute(draft.stops)
  const exclude = exclusionsIn(draft.options).join()
  const { data, error, isFetching, refetch } = useQuery({
    ...query(directions, {
      query: {
        coordinates: isEnabled ? coordinatesText(pointsOf(draft.stops)) : '',
        exclude: exclude === '' ? undefined : exclude,
      },
    }),
    enabled: isEnabled,
    // A failure is requested again when somebody needs it; a found route stays.
    staleTime: ({ state }) =>
      state.data?.meta.problem === 'unavailable' ? 0 : Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const { edited, stops, options } = draft
  const choices = useMemo(
    () =>
      isEnabled
        ? choicesOf({ edited, stops, options }, data?.data ?? [], data?.meta.approximate ?? false)
        : NONE,
    [isEnabled, edited, stops, options, data],
  )
  return {
    choices,
    chosen: chosenOf(draft, choices),
    isAsking: isEnabled && isFetching,
    problem: !isEnabled || choices.length > 0 ? null : (data?.meta.problem ?? error),
    again: () => void refetch(),
  }
}
