// Serves the ignition and lock panel: status, commands and events of both.
import { periodRange } from '@flotta/core/contract.ts'
import type { Context, HandlerRequest, VisibleVehicle } from '@flotta/platform/feature.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { orderCommand } from '../commands/order.ts'
import { commandHistory, lastCommand } from '../commands/queries.ts'
import * as contract from './contract.ts'
import { authorizedDriversOf, ignitionEvents, ignitionStatusOf, lockStatusOf } from './queries.ts'
import { lockActions, type SafeAction, starterActions } from './rules.ts'

type CommandCall = Pick<
  HandlerRequest<typeof contract.startLock>,
  'vehicle' | 'caller' | 'ctx' | 'http'
>
const commandHandler =
  (action: SafeAction) =>
  ({ vehicle, caller, ctx, http }: CommandCall) =>
    orderCommand(ctx, vehicle, caller, action, {}, http.header('idempotency-key'))

/** The commands of both sections, each with its own agreement. */
const commandsOf = async (ctx: Context, vehicle: VisibleVehicle, from: number, to: number) =>
  (
    await Promise.all(
      [starterActions, lockActions].map(actions => commandHistory(ctx, vehicle, actions, from, to)),
    )
  )
    .flat()
    .sort((a, b) => Date.parse(a.message_datetime) - Date.parse(b.message_datetime) || a.id - b.id)

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const holds = (id: number) => vehicle.agreements.includes(id)
      const [ignition, lock] = await Promise.all([
        holds(agreement.eyesafe_ignition) ? ignitionStatusOf(ctx, vehicle) : null,
        holds(agreement.eyesafe_lock) ? lockStatusOf(ctx, vehicle) : null,
      ])
      return { ignition, lock }
    }),
    handle(contract.history, ({ vehicle, query, ctx }) =>
      commandsOf(ctx, vehicle, ...periodRange(query)),
    ),
    handle(contract.ignitionStatus, ({ vehicle, ctx }) => ignitionStatusOf(ctx, vehicle)),
    handle(contract.lockStatus, ({ vehicle, ctx }) => lockStatusOf(ctx, vehicle)),
    handle(contract.ignitionLastCommand, ({ vehicle, ctx }) =>
      lastCommand(ctx, vehicle, starterActions),
    ),
    handle(contract.lockLastCommand, ({ vehicle, ctx }) => lastCommand(ctx, vehicle, lockActions)),
    handle(contract.ignitionCommandHistory, ({ vehicle, query, ctx }) =>
      commandHistory(ctx, vehicle, starterActions, ...periodRange(query)),
    ),
    handle(contract.lockCommandHistory, ({ vehicle, query, ctx }) =>
      commandHistory(ctx, vehicle, lockActions, ...periodRange(query)),
    ),
    handle(contract.ignitionEventHistory, ({ vehicle, query, language, caller, ctx }) =>
      ignitionEvents(ctx, language, caller, vehicle, ...periodRange(query)),
    ),
    handle(contract.authorizedDrivers, ({ vehicle, ctx }) => authorizedDriversOf(ctx, vehicle)),
    handle(contract.startUnlock, commandHandler('start_unlock')),
    handle(contract.startLock, commandHandler('start_lock')),
    handle(contract.startReset, commandHandler('start_reset')),
    handle(contract.doorUnlock, commandHandler('door_unlock')),
  ],
})
