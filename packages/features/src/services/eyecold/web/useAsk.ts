// Sends a request to the unit and shows it as pending until the unit confirms it.

import { commandStatus } from '@flotta/core/command.ts'
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { callWithEtag, query } from '@flotta/ui/api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../commands/contract.ts'
import type { CommandHeaders } from '../../commands/web/CommandButton.tsx'
import { type ColdData, data, type pendingFields } from '../contract.ts'

type Field = (typeof pendingFields)[number]

export function useAsk(vehicle: number) {
  const client = useQueryClient()
  const { queryKey } = query(data, { params: { id: vehicle } })
  return <E extends Endpoint & { readonly reply: typeof Command }>(
    field: Field,
    value: number,
    endpoint: E,
    args: CallOf<E>,
  ) =>
    async (headers: CommandHeaders): Promise<Command> => {
      const { value: command } = await callWithEtag(endpoint, args, headers)
      const { message_datetime: since, status } = command as Command
      const pendingValue = status === commandStatus.invalid ? null : { value, since, status }
      client.setQueryData(
        queryKey,
        old =>
          old && {
            ...old,
            last_command: command as Command,
            pending: { ...old.pending, [field]: pendingValue },
          },
      )
      return command as Command
    }
}

/** Why no request can be sent now, in words; null: it can be sent. */
export function useLocked({ cmd_enabled, online }: ColdData): string | null {
  const { t } = useTranslation()
  return !cmd_enabled ? t('eyecold.locked') : online ? null : t('commands.offline_now')
}
