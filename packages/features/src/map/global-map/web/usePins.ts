// All pins, in plate order, kept up to date in the cache by `live`.
import { call, query } from '@flotta/ui/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { pins } from '../contract.ts'
import { inPlateOrder } from '../rules.ts'

export const pinsQuery = queryOptions({
  ...query(pins, {}),
  queryFn: async ({ signal }) => inPlateOrder(await call(pins, {}, signal)),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  // Patches keep unchanged pins as they are; comparing 10,000 pins again would cost more than everything
  // else.
  structuralSharing: false,
})
export const usePins = () => useQuery(pinsQuery)
