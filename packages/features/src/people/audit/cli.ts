// audit verify: whether the audit trails of the companies are as they were written
import { Id } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { auditedCustomers, auditFault } from './check.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'audit',
    verb: 'verify',
    summary: 'Look for rows of the audit trails that were removed or changed',
    options: z.object({ customer: Id.optional().describe('customer id; default: all') }),
    run: async ({ customer }, { db }) => {
      const customers = customer === undefined ? await auditedCustomers(db) : [customer]
      for (const id of customers) {
        const fault = await auditFault(db, id)
        if (fault !== null)
          throw new Problem('conflict', {
            key: `audit.fault.${fault.kind}`,
            values: { customer: id, number: fault.number },
          })
      }
      return { customers: customers.length }
    },
  }),
]
