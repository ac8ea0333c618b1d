// The company's web hooks: their addresses, events and state, and the attempts of the selected one.
import { query } from '@flotta/ui/api.ts'
import { PageFrame } from '@flotta/ui/PageFrame.tsx'
import { useAddByAddress, useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { type PlainColumn, PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { Badge, Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Webhook, webhooks } from '../contract.ts'
import { Attempts } from './Attempts.tsx'
import { WebhooksSearch } from './address.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

export default function WebhooksScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { hook: chosenId } = WebhooksSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    ...query(webhooks.list, { query: { page: address.page } }),
    placeholderData: keepPreviousData,
  })
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  useAddByAddress(true, () => setEdited('new'))
  const [secret, setSecret] = useState<string | null>(null)
  const choose = (hook: number | undefined) =>
    void navigate({ to: '/webhooks', search: hook === undefined ? {} : { hook } })
  const columns = useHookColumns(hook => (
    <WebhookActions
      hook={hook}
      isChosen={hook.id === chosenId}
      onChoose={choose}
      onEdit={setEdited}
      onSecret={setSecret}
    />
  ))
  const chosenHook = data?.data.find(({ id }) => id === chosenId)
  return (
    <PageFrame
      tools={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
          {t('webhooks.add')}
        </Button>
      }
    >
      <p className="flotta-quiet">{t('webhooks.text')}</p>
      <PlainTable
        columns={columns}
        rows={data?.data}
        keyOf={hook => hook.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ icon: IconWebhook, title: t('webhooks.none'), text: t('webhooks.none_text') }}
        pages={{ page: address.page, total: data?.meta.total_pages ?? 1, onTurn: address.turn }}
      />
      {chosenHook !== undefined && <Attempts key={chosenHook.id} hook={chosenHook} />}
      {edited !== null && (
        <WebhookDialog
          hook={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSecret={setSecret}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </PageFrame>
  )
}

function useHookColumns(actions: (hook: Webhook) => React.ReactNode): PlainColumn<Webhook>[] {
  const { t } = useTranslation()
  return [
    {
      title: t('webhooks.url'),
      cell: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span>,
    },
    {
      title: t('webhooks.events'),
      cell: ({ events }) =>
        events.map(type => t(`webhooks.event.${type.replace('.', '_')}`)).join(', '),
    },
    {
      title: t('webhooks.vehicles'),
      cell: ({ vehicle_ids, fleet_ids }) =>
        vehicle_ids === null && fleet_ids === null
          ? t('webhooks.all_vehicles')
          : [
              vehicle_ids !== null && t('webhooks.vehicle_count', { count: vehicle_ids.length }),
              fleet_ids !== null && t('webhooks.fleet_count', { count: fleet_ids.length }),
            ]
              .filter(Boolean)
              .join(', '),
    },
    { title: t('webhooks.state'), cell: hook => <HookState hook={hook} /> },
    { title: '', cell: actions },
  ]
}

/** The state of a hook: on, failing, or off with the reason. */
function HookState({
  hook: { active, failing_since, switched_off_by },
}: {
  readonly hook: Webhook
}) {
  const { t } = useTranslation()
  if (active === 0)
    return (
      <Badge variant="light" color={switched_off_by === null ? 'gray' : 'red'}>
        {t(switched_off_by === null ? 'webhooks.is_off' : `webhooks.off_by.${switched_off_by}`)}
      </Badge>
    )
  return (
    <Badge variant="light" color={failing_since === null ? 'green' : 'orange'}>
      {t(failing_since === null ? 'webhooks.is_on' : 'webhooks.is_failing')}
    </Badge>
  )
}
