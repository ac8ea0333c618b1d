// Acknowledges and assigns alerts: every list shows it at once, and it is taken back when the server refuses.
import { instantOf } from '@flotta/core/time.ts'
import { call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '../../../people/auth/web/account.ts'
import { type ActiveAlert, acknowledge, active, assign, history, snooze } from '../contract.ts'

interface AlertPage {
  readonly data: readonly ActiveAlert[]
}
const lists = [active, history] as const
const keys = lists.map(({ path }) => ({ queryKey: [path] }))

/** Changes these alerts in the cache. */
function patch(
  client: QueryClient,
  ids: readonly string[],
  changesOf: (alert: ActiveAlert) => Partial<ActiveAlert>,
): void {
  const changedIds = new Set(ids)
  for (const key of keys)
    client.setQueriesData<AlertPage>(key, old =>
      old === undefined
        ? old
        : {
            ...old,
            data: old.data.map(alert =>
              changedIds.has(alert.id) ? { ...alert, ...changesOf(alert) } : alert,
            ),
          },
    )
}

export interface Marks {
  /** `comment` undefined leaves the stored comment. A toast confirms it and offers to undo it. */
  readonly acknowledge: (ids: readonly string[], comment?: string) => void
  readonly takeBack: (ids: readonly string[]) => void
  /** null: the assignment is taken back. */
  readonly assign: (
    ids: readonly string[],
    to: { readonly id: number; readonly name: string } | null,
  ) => void
  /** Snoozes them until a moment, epoch ms; a toast offers to undo it. null: ends the snooze. */
  readonly snooze: (ids: readonly string[], until: number | null) => void
}
export function useMarks(): Marks {
  const { t } = useTranslation()
  const { marking, assigning, snoozing } = useMarkMutations()
  const takeBack = (ids: readonly string[]) => marking.mutate({ ids, acknowledged: false })
  return {
    acknowledge: (ids, comment) =>
      marking.mutate(
        { ids, acknowledged: true, ...(comment !== undefined && { comment }) },
        {
          onSuccess: () =>
            toast.saved(t('incidents.acknowledged_now', { count: ids.length }), () =>
              takeBack(ids),
            ),
        },
      ),
    takeBack,
    snooze: (ids, until) =>
      snoozing.mutate(
        { ids, until },
        {
          onSuccess: () =>
            until === null
              ? toast.saved(t('incidents.unsnoozed_now', { count: ids.length }))
              : toast.saved(
                  t('incidents.snoozed_now', { count: ids.length, until: formatDateTime(until) }),
                  () => snoozing.mutate({ ids, until: null }),
                ),
        },
      ),
    assign: (ids, to) =>
      assigning.mutate(
        { ids, to },
        {
          onSuccess: () =>
            toast.saved(
              to === null
                ? t('incidents.unassigned_now', { count: ids.length })
                : t('incidents.assigned_now', { count: ids.length, name: to.name }),
            ),
        },
      ),
  }
}
/** The calls; the cache shows their effect before the server has answered. */
function useMarkMutations() {
  const client = useQueryClient()
  const begin = async (
    ids: readonly string[],
    changeOf: (alert: ActiveAlert) => Partial<ActiveAlert>,
  ) => {
    await Promise.all(keys.map(key => client.cancelQueries(key)))
    patch(client, ids, changeOf)
  }
  const onSettled = () => Promise.all(keys.map(key => client.invalidateQueries(key)))
  const marking = useMutation({
    mutationFn: (body: {
      readonly ids: readonly string[]
      readonly acknowledged: boolean
      readonly comment?: string
    }) => call(acknowledge, { body: { ...body, ids: [...body.ids] } }),
    onMutate: ({ ids, acknowledged, comment }) =>
      begin(ids, alert => ({
        acknowledged_at: acknowledged ? (alert.acknowledged_at ?? instantOf(now())) : null,
        acknowledged_by: acknowledged
          ? (alert.acknowledged_by ?? client.getQueryData(profileQuery.queryKey)?.name ?? '')
          : null,
        ...(comment !== undefined && { comment: comment || null }),
      })),
    onSettled,
  })
  const assigning = useMutation({
    mutationFn: ({
      ids,
      to,
    }: {
      readonly ids: readonly string[]
      readonly to: { readonly id: number; readonly name: string } | null
    }) => call(assign, { body: { ids: [...ids], user_id: to?.id ?? null } }),
    onMutate: ({ ids, to }) => begin(ids, () => ({ assigned_to: to })),
    onSettled,
  })
  const snoozing = useMutation({
    mutationFn: ({
      ids,
      until,
    }: {
      readonly ids: readonly string[]
      readonly until: number | null
    }) =>
      call(snooze, { body: { ids: [...ids], until: until === null ? null : instantOf(until) } }),
    onError: error => toast.failed(error),
    onSettled,
  })
  return { marking, assigning, snoozing }
}
