// Reads of eyesafe: last state of starter, ignition and lock, events of the ignition, authorised drivers.

import { commandStatus } from '@flotta/core/command.ts'
import type { Language } from '@flotta/core/languages.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { historyOf } from '../../fleet/activities/queries.ts'
import { ignition } from '../../telemetry/pipeline/kinds.ts'
import { lastPosition, lastReading, readingsOf } from '../../telemetry/pipeline/queries.ts'
import { commandHistory } from '../commands/queries.ts'
import type { IgnitionEvent, IgnitionStatus, LockStatus } from './contract.ts'
import { lock, starter } from './kinds.ts'
import { bit, starterActions, starterStatusOf } from './rules.ts'
import '../../fleet/drivers/tables.ts'

const newestInstant = (...times: readonly (number | undefined)[]): string | null => {
  const knownTimes = times.filter(time => time !== undefined)
  return knownTimes.length === 0 ? null : instantOf(Math.max(...knownTimes))
}

const motionOf = async (ctx: Context, vehicle: VisibleVehicle) => {
  const last = await lastPosition(ctx, vehicle)
  return last === null || last === 'private'
    ? { speed: null, moving: null }
    : { speed: last.speed, moving: last.moving }
}

export async function ignitionStatusOf(
  ctx: Context,
  vehicle: VisibleVehicle,
): Promise<IgnitionStatus> {
  const [starterReading, engine, motion] = await Promise.all([
    lastReading(ctx, vehicle, starter),
    lastReading(ctx, vehicle, ignition),
    motionOf(ctx, vehicle),
  ])
  return {
    status: starterStatusOf(starterReading?.data ?? null),
    ignition: engine === null ? null : engine.data.ignition ? 1 : 0,
    datetime: newestInstant(starterReading?.at, engine?.at),
    ...motion,
  }
}

export async function lockStatusOf(ctx: Context, vehicle: VisibleVehicle): Promise<LockStatus> {
  const [last, motion] = await Promise.all([
    lastReading(ctx, vehicle, lock),
    motionOf(ctx, vehicle),
  ])
  return {
    status: bit(last?.data.lock_open),
    door1_status: bit(last?.data.door_1),
    door2_status: bit(last?.data.door_2),
    datetime: newestInstant(last?.at),
    ...motion,
  }
}

/** The events of the ignition in the reader's language, oldest first. The driver is the one that the reader's customer knows. */
export async function ignitionEvents(
  ctx: Context,
  language: Language,
  { customer_id }: Pick<Caller, 'customer_id'>,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<IgnitionEvent[]> {
  const [ignitionReadings, commands, drives] = await Promise.all([
    readingsOf(ctx, vehicle, ignition, from, to),
    commandHistory(ctx, vehicle, starterActions, from, to),
    historyOf(ctx.db, customer_id, ctx.now(), vehicle, from, to),
  ])
  const driverAt = (at: number) =>
    drives.find(
      d =>
        Date.parse(d.period_from) <= at && (d.period_to === null || at <= Date.parse(d.period_to)),
    )?.driver
  const turns = ignitionReadings.map(({ at, data }): IgnitionEvent => {
    const driver = driverAt(at)
    return {
      id: `i${at}`,
      datetime: instantOf(at),
      type: 'driver',
      message: ctx.say(language, {
        key: data.ignition ? 'eyesafe.ignition_went_on' : 'eyesafe.ignition_went_off',
      }),
      user: driver?.id ?? null,
      user_name: driver === undefined ? null : `${driver.name} ${driver.surname}`,
    }
  })
  const remote = commands
    .filter(c => c.status === commandStatus.executed)
    .map(
      (c): IgnitionEvent => ({
        id: `c${c.id}`,
        datetime: c.message_datetime,
        type: 'REMOTE',
        message: ctx.say(language, { key: `commands.action.${c.action}` }),
        user: c.user_id,
        user_name: c.user,
      }),
    )
  return [...turns, ...remote].sort((a, b) =>
    a.datetime < b.datetime ? -1 : a.datetime > b.datetime ? 1 : 0,
  )
}

/** Active drivers with a card or key. They belong to the vehicle's owner, so a guest gets none. */
export async function authorizedDriversOf({ db }: Pick<Context, 'db'>, vehicle: VisibleVehicle) {
  if (!vehicle.owner) return []
  return db
    .selectFrom('drivers')
    .select(['id', 'name', 'surname'])
    .where('customer_id', '=', vehicle.customer_id)
    .where('deleted_at', 'is', null)
    .where('active', '=', 1)
    .where('ibutton_id', 'is not', null)
    .where('ibutton_id', '<>', '')
    .orderBy('surname')
    .orderBy('name')
    .orderBy('id')
    .execute()
}
