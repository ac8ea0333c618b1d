// The search parameters of the privacy screen.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'
import { lookKinds } from '../values.ts'

export const PrivacySearch = ListSearch.extend({
  what: searchParam(z.enum(lookKinds)),
})
