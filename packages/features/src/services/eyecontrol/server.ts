// Serves the remote command panel: the commands and their outcome.
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
