// Who was told of an incident, below its row.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { recipientsOfIncident } from '../contract.ts'
import { RecipientList } from './RecipientList.tsx'
import classes from './recipients.module.css'

export function IncidentRecipients({ incident_id }: { readonly incident_id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(recipientsOfIncident, { query: { incident_id } }),
    staleTime: 10_000,
  })
  return (
    <section className={classes.incident} aria-label={t('recipients.title_incident')}>
      <h3 className={classes.heading}>{t('recipients.title_incident')}</h3>
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={1} height={24} />
      ) : (
        <RecipientList
          recipients={data}
          label={t('recipients.title_incident')}
          none={t('recipients.none_incident')}
        />
      )}
    </section>
  )
}
