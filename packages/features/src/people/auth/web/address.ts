// The search parameters of the sign-in: the requested page, and whether a password has just been set.
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const LoginSearch = z.object({
  next: searchParam(z.string()),
  reset: searchParam(z.literal('done')),
})
