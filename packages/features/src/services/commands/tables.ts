// Rows of commands and of their trail.
import type { CommandArgs, CommandStatus } from '@flotta/core/command.ts'
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Reason } from './contract.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    commands: {
      id: Generated<number>
      vehicle_id: number
      device_id: number
      action: string
      same: string
      args: JSONColumnType<CommandArgs>
      text: string | null
      command_data: JSONColumnType<CommandArgs>
      ordered_by: number
      user_name: string
      idempotency_key: string | null
      message_datetime: Date
      expires_at: Date
      status: CommandStatus
      reason: Reason | null
      answer: string | null
      changed_at: Date
      given_as: string | null
    }
    command_trail: {
      id: Generated<number>
      command_id: number
      at: Date
      status: CommandStatus
      reason: Reason | null
      answer: string | null
      ordered_by: number
      user_name: string
      action: string
      args: JSONColumnType<CommandArgs>
      text: string | null
    }
  }
}
