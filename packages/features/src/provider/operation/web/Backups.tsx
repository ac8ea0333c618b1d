// The backups that are known to be complete.
import { query } from '@flotta/ui/api.ts'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backups } from '../contract.ts'

export default function Backups() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(backups, {}))
  return (
    <PlainTable
      columns={[
        { title: t('operation.marked'), cell: backup => formatDateTime(backup.marked_at) },
        { title: t('operation.kept'), cell: backup => formatDateTime(backup.kept_at) },
        { title: t('operation.way'), cell: backup => t(`operation.way_of.${backup.way}`) },
        { title: t('operation.place'), cell: backup => backup.place },
      ]}
      rows={data}
      keyOf={backup => backup.id}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('operation.no_backups'), text: t('operation.no_backups_text') }}
    />
  )
}
