// The endpoints of the rules of a company's alerts.
import { pageMeta } from '@flotta/core/contract.ts'
import { invalid } from '@flotta/core/problem.ts'
import type { ResourceContext, WriteContext } from '@flotta/platform/entity.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import * as contract from './contract.ts'
import { destinationsOfRules, rulesPage, vehiclesOfRule } from './queries.ts'
import { changeRule, createRule, removeRule } from './write.ts'

/** Runs the work in one transaction. */
const inWrite = <T>(
  { caller, language, ctx }: ResourceContext,
  work: (writing: WriteContext) => Promise<T>,
): Promise<T> =>
  ctx.db
    .transaction()
    .execute(tx => work({ tx, caller, language, ctx, afterwards: () => undefined }))

export default feature({
  handlers: [
    handle(contract.listRules, async ({ query, ...asking }) => {
      if (query.alert_id !== undefined && alertDefinition(query.alert_id) === undefined)
        throw invalid({ alert_id: 'validation.unknown' })
      const { rules, total } = await rulesPage(asking, query)
      return { data: rules, meta: pageMeta(query, total) }
    }),
    handle(contract.ruleDestinations, asking => destinationsOfRules(asking)),
    handle(contract.ruleVehicles, ({ params, ...asking }) => vehiclesOfRule(asking, params.rule)),
    handle(contract.createRule, ({ body, ...asking }) =>
      inWrite(asking, writing => createRule(body, writing)),
    ),
    handle(contract.changeRule, ({ params, body, ...asking }) =>
      inWrite(asking, writing => changeRule(params.rule, body, writing)),
    ),
    handle(contract.removeRule, async ({ params, ...asking }) => {
      await inWrite(asking, writing => removeRule(params.rule, writing))
      return null
    }),
  ],
})
