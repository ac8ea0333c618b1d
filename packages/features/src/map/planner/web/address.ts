// The state that the address of the trip planner holds: the open part.
import { z } from 'zod'

export const PlannerSearch = z.object({ sub: z.string().optional().catch(undefined) })
