// The visits of the provider, newest first: who, why, until when, how many looks; an open one can be ended.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { PlainRows } from '@flotta/ui/table/PlainTable.tsx'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { closeVisit, type Visit, visits } from '../contract.ts'
import classes from './privacy.module.css'
import { useVisitColumns } from './useVisitColumns.ts'

const SHOWN = 20

export function ProviderVisits() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(visits.list, { query: { per_page: SHOWN } }))
  return (
    <section className={classes.section} aria-labelledby="provider-visits">
      <h2 id="provider-visits">{t('privacy.visits')}</h2>
      <p className="flotta-quiet">{t('privacy.visits_text')}</p>
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={1} />
      ) : data.data.length === 0 ? (
        <span>{t('privacy.no_visits')}</span>
      ) : (
        <VisitRows visits={data.data} />
      )}
    </section>
  )
}

function VisitRows({ visits: rows }: { readonly visits: readonly Visit[] }) {
  const columns = useVisitColumns<Visit>(visit => <EndVisit visit={visit} />)
  return <PlainRows columns={columns} rows={rows} keyOf={visit => visit.id} />
}

function EndVisit({ visit: { id, person } }: { readonly visit: Visit }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayEnd = useMay(closeVisit)
  if (!mayEnd) return t('privacy.visit_open')
  const end = async () => {
    await confirm({
      title: t('privacy.end_visit_title'),
      text: t('privacy.end_visit_text', { person }),
      confirm: t('privacy.end_visit'),
      color: 'red',
      action: () => call(closeVisit, { params: { id } }),
    })
    await client.invalidateQueries({ queryKey: [visits.list.path] })
  }
  return (
    <Button size="compact-sm" variant="default" onClick={() => void end()}>
      {t('privacy.end_visit')}
    </Button>
  )
}
