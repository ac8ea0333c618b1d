// Serves the demo as a provider sees and removes it, and deletes its rows after it was closed for good.
import { every, feature, handle } from '@flotta/platform/feature.ts'
import { recordWrite } from '../../house/installation/trail.ts'
import * as contract from './contract.ts'
import { closeDemoForEver, demoCompanies, removeClosedDemo } from './records.ts'

export default feature({
  jobs: [every('remove a closed demo', 5, removeClosedDemo)],
  handlers: [
    handle(contract.demoState, async ({ ctx }) => ({ companies: await demoCompanies(ctx.db) })),
    handle(contract.removeDemo, async ({ caller, ctx }) => {
      await closeDemoForEver(ctx)
      await recordWrite(ctx.db, { caller, ctx }, 'DELETE /provider/demo', {}, null)
      return null
    }),
  ],
})
