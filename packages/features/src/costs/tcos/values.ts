// The months back from now that an analysis of costs covers, which calls and the address of its screen share.
import { z } from 'zod'
import { periods } from './rules.ts'

export const Months = z.coerce.number<number>().pipe(z.literal(periods))
