// The provider's requests to a device over the air and their answers: its own parameters, its position, its reporting interval.
import { isContested } from '@flotta/core/contest.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import type { DeviceParameters, Profile } from '@flotta/core/protocol.ts'
import { trackerPort } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { commandOf, type DeviceCommand, sendCommand } from '../../telemetry/registry/commands.ts'
import type { DeviceRequest, ParameterAnswer } from './contract.ts'
import { intervalsOf, intervalText, positionText } from './rules.ts'

async function familyOf(ctx: Context, id: number): Promise<Profile | undefined> {
  const { profile } = await ctx.db
    .selectFrom('devices')
    .select('profile')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return ctx.profiles.get(profile)
}

export async function setUpOf(ctx: Context, id: number) {
  const family = await familyOf(ctx, id)
  return {
    sms: [...(family?.sms ?? [])],
    port: trackerPort(ctx.config),
    parameters: family?.device_parameters !== undefined,
    position: positionText(family) !== undefined,
    intervals: [...intervalsOf(family)],
  }
}

/** Sends the request in the form of the device's family; throws 409 where the family has no parameters, or as `send` does. */
export async function askForParameters(
  ctx: Context,
  id: number,
  textOf: (parameters: DeviceParameters) => string,
): Promise<ParameterAnswer> {
  const parameters = (await familyOf(ctx, id))?.device_parameters
  if (parameters === undefined) throw new Problem('conflict', 'area.no_parameters')
  return send(ctx, id, textOf(parameters))
}

/** Requests the position or sets the interval; throws 409 where the family does not support it, 422 for an unsupported interval, or as `send` does. */
export async function askDevice(
  ctx: Context,
  id: number,
  request: DeviceRequest,
): Promise<ParameterAnswer> {
  const family = await familyOf(ctx, id)
  if (request.request === 'position') {
    const text = positionText(family)
    if (text === undefined) throw new Problem('conflict', 'area.no_position_request')
    return send(ctx, id, text)
  }
  const { seconds } = request
  const text = intervalText(family, seconds)
  if (text !== undefined) return send(ctx, id, text, seconds)
  if (intervalsOf(family).length === 0) throw new Problem('conflict', 'area.no_interval_request')
  throw invalid({ seconds: 'area.other_interval' })
}

/** Throws 409 where the device is offline, or two connections sign in as it; 503 where the gateways cannot be reached. */
async function send(
  ctx: Context,
  id: number,
  text: string,
  reporting_interval?: number,
): Promise<ParameterAnswer> {
  if (ctx.bus.state === 'away') throw new Problem('unavailable', 'commands.bus_away', {}, 5)
  const { rows } = await sql<{ readonly open: boolean; readonly contested_at: Date | null }>`
    select exists (select from connections where device_id = ${id} and closed_at is null) as open,
      (select at from device_contests where device_id = ${id}) as contested_at`.execute(ctx.db)
  if (rows[0]?.open !== true) throw new Problem('conflict', 'area.device_away')
  if (isContested(rows[0].contested_at?.getTime() ?? null, ctx.now()))
    throw new Problem('conflict', 'area.device_contested')
  const command_id = await sendCommand(ctx, id, text, reporting_interval)
  return answerOfRequest(ctx, id, command_id)
}

/** The outcome of a request; throws 404 for a command of another device. */
export async function answerOfRequest(
  ctx: Context,
  id: number,
  command_id: string,
): Promise<ParameterAnswer> {
  const command = await commandOf(ctx, command_id)
  if (command === null || command.device_id !== id) throw notFound()
  return { command_id, ...answerOf(command, await familyOf(ctx, id)) }
}

function answerOf(
  { state, text, reply }: DeviceCommand,
  family: Profile | undefined,
): Omit<ParameterAnswer, 'command_id'> {
  if (reply === null || text === positionText(family))
    return { state, text, answer: null, values: null }
  const values = family?.device_parameters?.valuesOf(text, reply) ?? {}
  return {
    state,
    text,
    answer: reply,
    values: Object.keys(values).length === 0 ? null : values,
  }
}
