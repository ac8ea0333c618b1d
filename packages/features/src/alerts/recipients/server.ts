// Serves the questions who is or would be told of alerts.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { recipientsOf } from './incident-recipients.ts'
import { rehearsal, rehearsalOfRule } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.rehearse, ({ body, caller, language, ctx }) =>
      rehearsal(body, { caller, language, ctx }),
    ),
    handle(contract.rehearseRule, ({ body, caller, language, ctx }) =>
      rehearsalOfRule(body, { caller, language, ctx }),
    ),
    handle(contract.recipientsOfIncident, ({ query, caller, language, ctx }) =>
      recipientsOf({ caller, language, ctx }, query.incident_id),
    ),
  ],
})
