// The visits of those who run the installation, newest first: who, why, until when, how often; an open one can be ended.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Button, Table } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { closeVisit, type Visit, visits } from '../contract.ts'
import classes from './privacy.module.css'

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
  const { t } = useTranslation()
  const now = useNow(60)
  const titles = ['person', 'reason', 'from', 'until', 'seen'] as const
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {titles.map(title => (
              <Table.Th key={title}>{t(`privacy.${title}`)}</Table.Th>
            ))}
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(visit => (
            <Table.Tr key={visit.id}>
              <Table.Td>{visit.person}</Table.Td>
              <Table.Td>{visit.reason}</Table.Td>
              <Table.Td>{formatDateTime(visit.opened_at)}</Table.Td>
              <Table.Td>{formatDateTime(visit.closed_at ?? visit.ends_at)}</Table.Td>
              <Table.Td>{formatNumber(visit.looks)}</Table.Td>
              <Table.Td>
                {visit.closed_at === null && Date.parse(visit.ends_at) > now && (
                  <EndVisit visit={visit} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
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
