// The quarantine: which records wait and why, never their contents; they can be admitted again, with a time offset where the tracker's clock was wrong.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { quarantine, releaseQuarantine } from '../contract.ts'
import classes from './operation.module.css'

export default function Quarantine() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(quarantine, { query: {} }))
  const release = useRelease()
  const counts = data?.counts ?? []
  return (
    <>
      {counts.length > 0 && (
        <ul className={classes.name} style={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {counts.map(({ reason, count }) => (
            <li key={reason}>
              {t(`operation.reason_of.${reason}`)}: {formatNumber(count)}
            </li>
          ))}
          <li>
            <Button size="xs" variant="default" onClick={() => void release()}>
              {t('operation.release')}
            </Button>
          </li>
        </ul>
      )}
      <PlainTable
        columns={[
          { title: t('area.identifier'), cell: record => record.identifier ?? '' },
          {
            title: t('operation.reason'),
            cell: record => t(`operation.reason_of.${record.reason}`),
          },
          {
            title: t('operation.device_time'),
            cell: record => formatDateTime(record.message_datetime, 'seconds'),
          },
          {
            title: t('operation.received'),
            cell: record => formatDateTime(record.received_at, 'seconds'),
          },
          { title: t('operation.error'), cell: record => record.error ?? '' },
        ]}
        rows={data?.records}
        keyOf={record => record.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('operation.no_quarantine'), text: t('operation.no_quarantine_text') }}
      />
    </>
  )
}

/** Asks for the offset, then admits the records. */
function useRelease(): () => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const offset = useRef(0)
  return async () => {
    offset.current = 0
    await confirm({
      title: t('operation.release_title'),
      text: (
        <>
          <p>{t('operation.release_text')}</p>
          <NumberField
            label={t('operation.offset')}
            defaultValue={0}
            onChange={value => {
              offset.current = Number(value) || 0
            }}
          />
        </>
      ),
      confirm: t('operation.release'),
      action: async () => {
        const { released } = await call(releaseQuarantine, { body: { offset: offset.current } })
        toast.success(t('operation.released', { count: released }))
      },
    })
    await client.invalidateQueries({ queryKey: [quarantine.path] })
  }
}
