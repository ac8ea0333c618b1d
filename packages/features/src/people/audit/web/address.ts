// The search parameters of the audit trail.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'
import { auditActions } from '../values.ts'

export const AuditSearch = ListSearch.extend({ action: searchParam(z.enum(auditActions)) })
