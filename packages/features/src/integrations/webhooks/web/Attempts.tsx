// The attempts to deliver events to a web hook, newest first, each with request and answer; an event can be sent again.
import { mutation, query } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { type PlainColumn, PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Attempt, attempts, sendAgain, type Webhook } from '../contract.ts'

const PER_PAGE = 20
/** Interval of reading again, ms: an answer arrives within seconds. */
const AGAIN_MS = 5_000

export function Attempts({ hook }: { readonly hook: Webhook }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<Attempt | null>(null)
  const { data, error, refetch } = useQuery({
    ...query(attempts, { params: { id: hook.id }, query: { page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
  const columns = useAttemptColumns(attempt => (
    <Button size="compact-sm" variant="default" onClick={() => setShown(attempt)}>
      {t('webhooks.open')}
    </Button>
  ))
  return (
    <section aria-label={t('webhooks.attempts_of', { url: hook.url })}>
      <h2>{t('webhooks.attempts_of', { url: hook.url })}</h2>
      <PlainTable
        columns={columns}
        rows={data?.data}
        keyOf={attempt => attempt.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          icon: IconSend,
          title: t('webhooks.no_attempts'),
          text: t('webhooks.no_attempts_text'),
        }}
        pages={{ page, total: data?.meta.total_pages ?? 1, onTurn: setPage }}
      />
      {shown !== null && (
        <AttemptDialog hook={hook} attempt={shown} onClose={() => setShown(null)} />
      )}
    </section>
  )
}

function useAttemptColumns(actions: (attempt: Attempt) => React.ReactNode): PlainColumn<Attempt>[] {
  const { t } = useTranslation()
  return [
    { title: t('webhooks.at'), cell: ({ at }) => formatDateTime(at, 'seconds') },
    { title: t('webhooks.type'), cell: ({ type }) => <EventName type={type} /> },
    { title: t('webhooks.vehicle'), cell: ({ vehicle }) => vehicle?.plate ?? '—' },
    { title: t('webhooks.attempt'), cell: ({ attempt }) => formatNumber(attempt) },
    { title: t('webhooks.result'), cell: attempt => <Result attempt={attempt} /> },
    {
      title: t('webhooks.duration'),
      cell: ({ duration }) => formatNumber(duration, { unit: 'ms' }),
    },
    { title: '', cell: actions },
  ]
}

const EventName = ({ type }: { readonly type: string }) => {
  const { t } = useTranslation()
  return t(`webhooks.event.${type.replace('.', '_')}`)
}

function Result({ attempt: { taken, status, fault } }: { readonly attempt: Attempt }) {
  const { t } = useTranslation()
  const words = [
    status !== null && String(status),
    fault !== null && fault !== 'status' && t(`webhooks.attempt_fault.${fault}`),
  ].filter(Boolean)
  return (
    <Badge variant="light" color={taken ? 'green' : 'red'}>
      {words.join(' · ') || t(taken ? 'webhooks.taken' : 'webhooks.not_taken')}
    </Badge>
  )
}

function AttemptDialog({
  hook,
  attempt,
  onClose,
}: {
  readonly hook: Webhook
  readonly attempt: Attempt
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const again = useMutation({
    ...mutation(sendAgain),
    onSuccess: async () => {
      toast.success(t('webhooks.again_done'))
      onClose()
      await client.invalidateQueries({ queryKey: [attempts.path] })
    },
  })
  const { id, event_id, request, answer, state, next_at } = attempt
  return (
    <Dialog onClose={onClose} title={event_id} size="lg">
      <Stack gap="md">
        <Group gap="sm">
          <Result attempt={attempt} />
          <Text size="sm">{t(`webhooks.event_state.${state}`)}</Text>
          {next_at !== null && (
            <Text size="sm" c="dimmed">
              {t('webhooks.next_at', { time: formatDateTime(next_at, 'seconds') })}
            </Text>
          )}
        </Group>
        <Payload label={t('webhooks.request')} text={request} />
        <Payload label={t('webhooks.answer')} text={answer ?? ''} />
        <Group justify="flex-end">
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            loading={again.isPending}
            disabled={hook.active === 0}
            onClick={() => again.mutate({ params: { id: hook.id, attempt_id: id } })}
          >
            {t('webhooks.again')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Formats JSON over several lines. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
function Payload({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" fw={550}>
        {label}
      </Text>
      {text === '' ? (
        <Text size="sm" c="dimmed">
          {t('webhooks.empty')}
        </Text>
      ) : (
        // a text that is longer than the box scrolls, by keyboard too
        <Code block tabIndex={0} mah={240} style={{ overflow: 'auto' }}>
          {readable(text)}
        </Code>
      )}
    </div>
  )
}
