// The vehicles that a picker offers: of ten thousand a megabyte, which no screen waits for.
import { laterQuery } from '@flotta/ui/api.ts'
import { all } from '../contract.ts'

export const pickerVehicles = { ...laterQuery(all, {}), staleTime: 60_000 }
