// The vehicles that a select offers. Ten thousand are a megabyte, so they are loaded after the screen.
import { laterQuery } from '@flotta/ui/api.ts'
import { all } from '../contract.ts'

export const pickerVehicles = { ...laterQuery(all, {}), staleTime: 60_000 }
