// All pins, kept up to date in the cache by `live`.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { pins } from '../contract.ts'

export const usePins = () =>
  useQuery({ ...query(pins, {}), staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false })
