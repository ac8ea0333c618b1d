// The state that the address of the trip planner holds: the open part.
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const PlannerSearch = z.object({ sub: searchParam(z.string()) })
