// The own parameters of a device over the air: asked for and set by the provider, answered by the device.
import { isContested } from '@flotta/core/contest.ts'
import { notFound, Problem } from '@flotta/core/problem.ts'
import type { DeviceParameters, Profile } from '@flotta/core/protocol.ts'
import { trackerPort } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { commandOf, type DeviceCommand, sendCommand } from '../../telemetry/registry/commands.ts'
import type { ParameterAnswer } from './contract.ts'

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
  }
}

/** Sends what the family makes of the request; throws 409 where it knows no parameters, the device is away, or two connections claim to be it. */
export async function askDevice(
  ctx: Context,
  id: number,
  textOf: (parameters: DeviceParameters) => string,
): Promise<ParameterAnswer> {
  const parameters = (await familyOf(ctx, id))?.device_parameters
  if (parameters === undefined) throw new Problem('conflict', 'area.no_parameters')
  const { rows } = await sql<{ readonly open: boolean; readonly contested_at: Date | null }>`
    select exists (select from connections where device_id = ${id} and closed_at is null) as open,
      (select at from device_contests where device_id = ${id}) as contested_at`.execute(ctx.db)
  if (rows[0]?.open !== true) throw new Problem('conflict', 'area.device_away')
  if (isContested(rows[0].contested_at?.getTime() ?? null, ctx.now()))
    throw new Problem('conflict', 'area.device_contested')
  const command_id = await sendCommand(ctx, id, textOf(parameters))
  return parameterAnswerOf(ctx, id, command_id)
}

/** What became of a request; 404 for a command of another device. */
export async function parameterAnswerOf(
  ctx: Context,
  id: number,
  command_id: string,
): Promise<ParameterAnswer> {
  const command = await commandOf(ctx, command_id)
  if (command === null || command.device_id !== id) throw notFound()
  return { command_id, ...answerOf(command, (await familyOf(ctx, id))?.device_parameters) }
}

function answerOf(
  { state, text, reply }: DeviceCommand,
  parameters: DeviceParameters | undefined,
): Omit<ParameterAnswer, 'command_id'> {
  const values = reply === null ? {} : (parameters?.valuesOf(text, reply) ?? {})
  return {
    state,
    text,
    answer: reply,
    values: Object.keys(values).length === 0 ? null : values,
  }
}
