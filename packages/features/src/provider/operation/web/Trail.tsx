// The audit trail of the provider: changes by commands and in the provider's area, imports included.
import { query } from '@flotta/ui/api.ts'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { trail } from '../contract.ts'
import classes from './operation.module.css'
import { useOperationAddress } from './useOperationAddress.ts'

export default function Trail() {
  const { t } = useTranslation()
  const { page, only, go } = useOperationAddress()
  const { data, error, refetch } = useQuery({
    ...query(trail, { query: { page, only: only === true ? 'imports' : undefined } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Switch
        label={t('operation.only_imports')}
        checked={only === true}
        onChange={event => go({ tab: 'trail', only: event.currentTarget.checked || undefined })}
      />
      <PlainTable
        columns={[
          { title: t('operation.when'), cell: line => formatDateTime(line.at, 'seconds') },
          { title: t('operation.account'), cell: line => line.account },
          { title: t('operation.host'), cell: line => line.host },
          { title: t('operation.command'), cell: line => line.command },
          {
            title: t('operation.arguments'),
            cell: line => <span className={classes.code}>{line.arguments}</span>,
          },
          { title: t('operation.error'), cell: line => line.error ?? '' },
        ]}
        rows={data?.data}
        keyOf={line => line.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('operation.no_trail'), text: t('operation.no_trail_text') }}
        pages={{
          page,
          total: data?.meta.total_pages ?? 1,
          onTurn: to => go({ tab: 'trail', only, page: to }),
        }}
      />
    </>
  )
}
