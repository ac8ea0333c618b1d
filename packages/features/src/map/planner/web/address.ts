// What the address of the trip planner says: which part of it is open.
import { z } from 'zod'

export const PlannerSearch = z.object({ sub: z.string().optional().catch(undefined) })
