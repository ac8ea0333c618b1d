// The remote command panel: what was commanded, and what became of it.
import { periodRange } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { commandHistory, lastCommand } from '../commands/queries.ts'
import * as contract from './contract.ts'

export default feature({
  handlers: [
    handle(contract.data, ({ vehicle, ctx }) => lastCommand(ctx, vehicle, 'all')),
    handle(contract.history, ({ vehicle, query, ctx }) =>
      commandHistory(ctx, vehicle, 'all', ...periodRange(query)),
    ),
  ],
})
