// The durable tasks of every company: mails, deliveries, reports, imports. A failed task can be run again, a waiting one cancelled.
import { call, query } from '@flotta/ui/api.ts'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cancelTask, retryTask, type Task, tasks } from '../contract.ts'
import { taskStates } from '../values.ts'
import { useOperationAddress } from './useOperationAddress.ts'

const states = taskStates.options

export default function Tasks() {
  const { t } = useTranslation()
  const { page, state, go } = useOperationAddress()
  const { data, error, refetch } = useQuery({
    ...query(tasks, { query: { page, state } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Select
        aria-label={t('operation.tasks')}
        placeholder={t('operation.all')}
        clearable
        clearButtonProps={{ 'aria-label': t('operation.all') }}
        value={state ?? null}
        data={states.map(value => ({ value, label: t(`operation.task_state.${value}`) }))}
        onChange={value => go({ tab: 'tasks', state: (value as Task['state']) ?? undefined })}
        maw={240}
      />
      <PlainTable
        columns={[
          { title: t('operation.kind'), cell: task => task.kind },
          { title: t('operation.created'), cell: task => formatDateTime(task.created_at) },
          { title: t('operation.ended'), cell: task => formatDateTime(task.ended_at) },
          { title: t('operation.tries'), cell: task => formatNumber(task.attempts) },
          { title: t('operation.error'), cell: task => task.error ?? '' },
          { title: '', cell: task => <TaskState task={task} /> },
        ]}
        rows={data?.data}
        keyOf={task => task.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('operation.no_tasks'), text: t('operation.no_tasks_text') }}
        pages={{
          page,
          total: data?.meta.total_pages ?? 1,
          onTurn: to => go({ tab: 'tasks', state, page: to }),
        }}
      />
    </>
  )
}

/** The state of the task, and its actions. */
function TaskState({ task: { id, state } }: { readonly task: Task }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const act = async (does: typeof retryTask | typeof cancelTask) => {
    try {
      await call(does, { params: { id } })
    } catch (failure) {
      toast.failed(failure)
    }
    await client.invalidateQueries({ queryKey: [tasks.path] })
  }
  const mayRetry = state === 'failed' || state === 'cancelled' || state === 'waiting'
  return (
    <>
      {t(`operation.task_state.${state}`)}{' '}
      {mayRetry && (
        <Button size="compact-xs" variant="default" onClick={() => void act(retryTask)}>
          {t('operation.retry')}
        </Button>
      )}{' '}
      {(state === 'waiting' || state === 'running') && (
        <Button size="compact-xs" variant="default" onClick={() => void act(cancelTask)}>
          {t('operation.cancel')}
        </Button>
      )}
    </>
  )
}
