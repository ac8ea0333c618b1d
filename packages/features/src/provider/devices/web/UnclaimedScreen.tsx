// Trackers that try to sign in and are not registered; one click makes one a vehicle's tracker.
import { query } from '@flotta/ui/api.ts'
import { PageFrame } from '@flotta/ui/PageFrame.tsx'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconAntennaBars5 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProvidedVehicle } from '../../vehicles/web/ProvidedVehicle.tsx'
import { unclaimedDevices } from '../contract.ts'

const LOOKS_EVERY_MS = 2_000

export default function UnclaimedScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { data, error, refetch } = useQuery({
    ...query(unclaimedDevices, { query: { page: address.page, search: address.search } }),
    refetchInterval: LOOKS_EVERY_MS,
    placeholderData: keepPreviousData,
  })
  const [claimed, setClaimed] = useState<string | null>(null)
  return (
    <PageFrame
      count={data === undefined ? '' : formatNumber(data.meta.total)}
      tools={
        <SearchField
          label={t('area.search_unclaimed')}
          typed={address.typed}
          onType={address.type}
        />
      }
    >
      <PlainTable
        columns={[
          { title: t('area.identifier'), cell: device => device.identifier },
          { title: t('area.protocol'), cell: device => device.protocol },
          { title: t('area.address'), cell: device => device.address },
          { title: t('area.first_seen'), cell: device => formatDateTime(device.first_seen) },
          { title: t('area.last_seen'), cell: device => formatDateTime(device.last_seen) },
          { title: t('area.count'), cell: device => formatNumber(device.count) },
          {
            title: '',
            cell: ({ identifier }) => (
              <Button size="xs" variant="light" onClick={() => setClaimed(identifier)}>
                {t('area.claim')}
              </Button>
            ),
          },
        ]}
        rows={data?.data}
        keyOf={device => device.identifier}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          icon: IconAntennaBars5,
          title: t('area.no_unclaimed'),
          text: t('area.no_unclaimed_text'),
        }}
        pages={{
          page: address.page,
          total: data?.meta.total_pages ?? 1,
          onTurn: address.turn,
        }}
      />
      {claimed !== null && (
        <ProvidedVehicle opened identifier={claimed} onClose={() => setClaimed(null)} />
      )}
    </PageFrame>
  )
}
