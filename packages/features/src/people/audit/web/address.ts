// What the address of the audit trail says behind `?`.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'
import { auditActions } from '../contract.ts'

export const AuditSearch = ListSearch.extend({ action: searchParam(z.enum(auditActions)) })
