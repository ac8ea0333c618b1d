// Visits of companies' data by those who run the installation: one is opened with a reason, and what it shows stands below it.
import { call, query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Button, Table } from '@mantine/core'
import { IconEyeCheck, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeVisit, type ProvidedVisit, visits } from '../contract.ts'
import { NewVisit } from './NewVisit.tsx'
import { VisitedVehicles } from './VisitedVehicles.tsx'

export default function VisitsScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { data, error, refetch } = useQuery({
    ...query(visits.list, { query: { page: address.page } }),
    placeholderData: keepPreviousData,
  })
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<ProvidedVisit | null>(null)
  const again = () => void refetch()
  return (
    <div className={page.page}>
      <header className={page.bar}>
        <div className={page.title}>
          <PageTitle />
        </div>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t('area.open_visit')}
        </Button>
      </header>
      <p className="flotta-quiet">{t('area.visits_text')}</p>
      {data === undefined ? (
        <LoadingRows error={error} onRetry={again} rows={6} />
      ) : data.data.length === 0 ? (
        <div className={page.plain}>
          <Empty icon={IconEyeCheck} title={t('area.no_visits')} text={t('area.visits_text')} />
        </div>
      ) : (
        <VisitTable rows={data.data} onShow={setShown} />
      )}
      <Pagination page={address.page} pages={data?.meta.total_pages ?? 1} onChange={address.turn} />
      {shown !== null && <VisitedVehicles visit={shown} />}
      {isAdding && (
        <NewVisit
          onClose={() => setAdding(false)}
          onOpen={visit => {
            setAdding(false)
            setShown(visit)
            again()
          }}
        />
      )}
    </div>
  )
}

function VisitTable({
  rows,
  onShow,
}: {
  readonly rows: readonly ProvidedVisit[]
  readonly onShow: (visit: ProvidedVisit) => void
}) {
  const { t } = useTranslation()
  const now = useNow(60)
  const titles = [
    t('area.company'),
    t('privacy.person'),
    t('privacy.reason'),
    t('privacy.from'),
    t('privacy.until'),
    t('privacy.seen'),
  ]
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {titles.map(title => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(visit => (
            <Table.Tr key={visit.id}>
              <Table.Td>{visit.customer_name}</Table.Td>
              <Table.Td>{visit.person}</Table.Td>
              <Table.Td>{visit.reason}</Table.Td>
              <Table.Td>{formatDateTime(visit.opened_at)}</Table.Td>
              <Table.Td>{formatDateTime(visit.closed_at ?? visit.ends_at)}</Table.Td>
              <Table.Td>{formatNumber(visit.looks)}</Table.Td>
              <Table.Td>
                {visit.closed_at === null && Date.parse(visit.ends_at) > now && (
                  <VisitActions visit={visit} onShow={onShow} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function VisitActions({
  visit,
  onShow,
}: {
  readonly visit: ProvidedVisit
  readonly onShow: (visit: ProvidedVisit) => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const end = async () => {
    await call(closeVisit, { params: { id: visit.id } }).catch(showRefusal)
    await client.invalidateQueries({ queryKey: [visits.list.path] })
  }
  return (
    <>
      {visit.own && (
        <Button size="compact-sm" variant="light" onClick={() => onShow(visit)}>
          {t('area.look')}
        </Button>
      )}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void end()}>
        {t('privacy.end_visit')}
      </Button>
    </>
  )
}
