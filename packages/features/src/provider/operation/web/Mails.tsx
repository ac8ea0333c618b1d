// The outbox of every company: recipient, time and state of each mail, never its text.
import { query } from '@flotta/ui/api.ts'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Mail, mails } from '../contract.ts'
import { useOperationAddress } from './useOperationAddress.ts'

export default function Mails() {
  const { t } = useTranslation()
  const { page, only, go } = useOperationAddress()
  const { data, error, refetch } = useQuery({
    ...query(mails, { query: { page, only: only === true ? 'waiting' : undefined } }),
    placeholderData: keepPreviousData,
  })
  const fate = ({ sent_at, failed_at }: Mail): string => {
    if (sent_at !== null) return `${t('operation.sent')} ${formatDateTime(sent_at)}`
    if (failed_at !== null) return `${t('operation.given_up')} ${formatDateTime(failed_at)}`
    return t('operation.task_state.waiting')
  }
  return (
    <>
      <Switch
        label={t('operation.only_waiting')}
        checked={only === true}
        onChange={event => go({ tab: 'mails', only: event.currentTarget.checked || undefined })}
      />
      <PlainTable
        columns={[
          { title: t('operation.created'), cell: mail => formatDateTime(mail.created_at) },
          {
            title: t('operation.channel'),
            cell: mail => channelWord(mail.channel, t('operation.service.mail')),
          },
          { title: t('operation.recipient'), cell: mail => mail.recipient },
          { title: t('operation.subject'), cell: mail => mail.subject },
          { title: t('operation.ended'), cell: fate },
          { title: t('operation.tries'), cell: mail => formatNumber(mail.attempts) },
          { title: t('operation.error'), cell: mail => mail.error ?? '' },
        ]}
        rows={data?.data}
        keyOf={mail => mail.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('operation.no_mails'), text: t('operation.no_mails_text') }}
        pages={{
          page,
          total: data?.meta.total_pages ?? 1,
          onTurn: to => go({ tab: 'mails', only, page: to }),
        }}
      />
    </>
  )
}

const channelWord = (channel: Mail['channel'], mail: string): string =>
  channel === 'email' ? mail : channel === 'sms' ? 'SMS' : 'Chat'
