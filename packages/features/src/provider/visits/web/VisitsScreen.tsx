// Visits of companies by people of the provider: one is opened with a reason, and its data are shown below.
import { call, query } from '@flotta/ui/api.ts'
import { PageFrame } from '@flotta/ui/PageFrame.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { Button } from '@mantine/core'
import { IconEyeCheck, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVisitColumns } from '../../../fleet/privacy/web/useVisitColumns.ts'
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
  const columns = useVisitColumns<ProvidedVisit>(visit => (
    <VisitActions
      visit={visit}
      onShow={setShown}
      onEnd={() => setShown(before => (before?.id === visit.id ? null : before))}
    />
  ))
  return (
    <PageFrame
      tools={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t('area.open_visit')}
        </Button>
      }
    >
      <p className="flotta-quiet">{t('area.visits_text')}</p>
      <PlainTable
        columns={[{ title: t('area.company'), cell: visit => visit.customer_name }, ...columns]}
        rows={data?.data}
        keyOf={visit => visit.id}
        error={error}
        onRetry={again}
        empty={{ icon: IconEyeCheck, title: t('area.no_visits'), text: t('area.no_visits_text') }}
        pages={{
          page: address.page,
          total: data?.meta.total_pages ?? 1,
          onTurn: address.turn,
        }}
      />
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
    </PageFrame>
  )
}

function VisitActions({
  visit,
  onShow,
  onEnd,
}: {
  readonly visit: ProvidedVisit
  readonly onShow: (visit: ProvidedVisit) => void
  readonly onEnd: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const end = async () => {
    await call(closeVisit, { params: { id: visit.id } }).then(onEnd, showRefusal)
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
