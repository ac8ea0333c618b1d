// The endpoints of the refrigeration panel: newest state, commands, work order. The history for its chart is in `register/`, with all temperatures.

import { invalid, notFound } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { feature, type HttpExchange, handle } from '@flotta/platform/feature.ts'
import { lockVehicle, ownVehicle } from '../../fleet/access/vehicles.ts'
import { configurationsOf } from '../../fleet/vehicles/queries.ts'
import { updateVehicle } from '../../fleet/vehicles/record.ts'
import { lastReading, type ReadingAt } from '../../telemetry/pipeline/queries.ts'
import { orderCommand } from '../commands/order.ts'
import { lastCommand } from '../commands/queries.ts'
import * as contract from './contract.ts'
import { fridge, temperature } from './kinds.ts'
import { unconfirmedWishes } from './orders.ts'
import { ACTIONS, answersTo, isOnline, wishesOf } from './queries.ts'
import { compartmentsOf, orderedOf, sensorsOf, toleranceOf } from './rules.ts'

const datedReading = <D extends object>(last: ReadingAt<D> | null) =>
  last && { message_datetime: instantOf(last.at), ...last.data }
const workOrder = (configurations: Readonly<Record<string, string>>) => ({
  odl_num: configurations.eyecold_fridge_odl_num || null,
  odl_t1: orderedOf(configurations.eyecold_fridge_odl_t1),
})

interface Asking {
  readonly ctx: Context
  readonly vehicle: VisibleVehicle
  readonly caller: Caller
  readonly http: HttpExchange
}
const give = (
  { ctx, vehicle, caller, http }: Asking,
  action: (typeof ACTIONS)[number],
  args: Readonly<Record<string, number>>,
) => orderCommand(ctx, vehicle, caller, action, args, http.header('idempotency-key'))

/** Checks that the vehicle has the compartment; throws a Problem otherwise. */
async function within(ctx: Context, vehicle: VisibleVehicle, compartment: number): Promise<void> {
  if (compartment > compartmentsOf(await configurationsOf(ctx, vehicle)))
    throw invalid({ compartment: 'eyecold.no_compartment' })
}

/** Writes the work order, which is part of the vehicle's configuration and belongs to the owner. */
async function write(
  { ctx, vehicle, caller }: Omit<Asking, 'http'>,
  parameter: string,
  value: string,
) {
  const vehicleOfCaller = await ownVehicle(vehicle.vehicle_id, caller, ctx)
  if (vehicleOfCaller === null) throw notFound()
  await ctx.db.transaction().execute(async tx => {
    await lockVehicle(tx, vehicleOfCaller.vehicle_id)
    await updateVehicle(
      tx,
      vehicleOfCaller,
      { configurations: [{ parameter, value }] },
      'owner',
      ctx.now(),
    )
  })
  return workOrder(await configurationsOf(ctx, vehicle))
}

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const [temperatures, unit, configurations, wishes, last_command, online] = await Promise.all([
        lastReading(ctx, vehicle, temperature),
        lastReading(ctx, vehicle, fridge),
        configurationsOf(ctx, vehicle),
        wishesOf(ctx, vehicle),
        lastCommand(ctx, vehicle, ACTIONS),
        isOnline(ctx, vehicle),
      ])
      const open = unconfirmedWishes(wishes, await answersTo(ctx, vehicle, wishes, unit))
      const pendingOf = (field: (typeof contract.pendingFields)[number]) => {
        const wish = open.find(w => w.field === field)
        return wish === undefined
          ? null
          : { value: wish.value, since: instantOf(wish.since), status: wish.status }
      }
      return {
        temperature: datedReading(temperatures),
        fridge: datedReading(unit),
        pending: {
          setpoint_t1: pendingOf('setpoint_t1'),
          setpoint_t2: pendingOf('setpoint_t2'),
          setpoint_t3: pendingOf('setpoint_t3'),
          overall_status: pendingOf('overall_status'),
          operation_status_c2: pendingOf('operation_status_c2'),
          operation_status_c3: pendingOf('operation_status_c3'),
          operating_mode: pendingOf('operating_mode'),
        },
        last_command,
        compartments: compartmentsOf(configurations),
        sensors: sensorsOf(configurations),
        tolerance: toleranceOf(configurations),
        cmd_enabled: configurations.eyecold_cmd_enabled === 'true',
        online,
        ...workOrder(configurations),
      }
    }),
    handle(contract.setSetpoint, async ({ body, ...asking }) => {
      await within(asking.ctx, asking.vehicle, body.compartment)
      return give(asking, 'setpoint', body)
    }),
    handle(contract.switchOn, async ({ body, ...asking }) => {
      const { compartment = 1 } = body ?? {}
      await within(asking.ctx, asking.vehicle, compartment)
      return give(asking, 'on', { compartment })
    }),
    handle(contract.switchOff, async ({ body, ...asking }) => {
      const { compartment = 1 } = body ?? {}
      await within(asking.ctx, asking.vehicle, compartment)
      return give(asking, 'off', { compartment })
    }),
    handle(contract.setMode, ({ body, ...asking }) => give(asking, 'mode', body)),
    handle(contract.setOdlNum, ({ body, ...asking }) =>
      write(asking, 'eyecold_fridge_odl_num', body.value ?? ''),
    ),
    handle(contract.setOdlT1, ({ body, ...asking }) =>
      write(asking, 'eyecold_fridge_odl_t1', body.value === null ? '' : String(body.value)),
    ),
  ],
})
