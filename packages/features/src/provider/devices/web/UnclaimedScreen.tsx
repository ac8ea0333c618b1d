// Trackers that call and that nobody registered; one click makes one a vehicle's.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { Button, Table } from '@mantine/core'
import { IconAntennaBars5 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ProvidedVehicle } from '../../vehicles/web/ProvidedVehicle.tsx'
import { type UnclaimedDevice, unclaimedDevices } from '../contract.ts'

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
    <div className={page.page}>
      <header className={page.bar}>
        <div className={page.title}>
          <PageTitle />
          <span className={page.count} aria-live="polite">
            {data === undefined ? '' : formatNumber(data.meta.total)}
          </span>
        </div>
        <SearchField
          label={t('area.search_unclaimed')}
          typed={address.typed}
          onType={address.type}
        />
      </header>
      {data === undefined ? (
        <div className={page.plain}>
          {error === null ? (
            <SkeletonRows rows={6} height={48} />
          ) : (
            <LoadError error={error} onRetry={() => void refetch()} />
          )}
        </div>
      ) : data.data.length === 0 ? (
        <div className={page.plain}>
          <Empty
            icon={IconAntennaBars5}
            title={t('area.no_unclaimed')}
            text={t('area.no_unclaimed_text')}
          />
        </div>
      ) : (
        <>
          <Knocks devices={data.data} onClaim={setClaimed} />
          <div className={page.pages}>
            <Pagination page={address.page} pages={data.meta.total_pages} onChange={address.turn} />
          </div>
        </>
      )}
      {claimed !== null && (
        <ProvidedVehicle opened identifier={claimed} onClose={() => setClaimed(null)} />
      )}
    </div>
  )
}

function Knocks({
  devices,
  onClaim,
}: {
  readonly devices: readonly z.infer<typeof UnclaimedDevice>[]
  readonly onClaim: (identifier: string) => void
}) {
  const { t } = useTranslation()
  const titles = [
    t('area.identifier'),
    t('area.protocol'),
    t('area.address'),
    t('area.first_seen'),
    t('area.last_seen'),
    t('area.count'),
  ]
  return (
    <Table.ScrollContainer minWidth={640}>
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
          {devices.map(device => (
            <Table.Tr key={device.identifier}>
              <Table.Td>{device.identifier}</Table.Td>
              <Table.Td>{device.protocol}</Table.Td>
              <Table.Td>{device.address}</Table.Td>
              <Table.Td>{formatDateTime(device.first_seen)}</Table.Td>
              <Table.Td>{formatDateTime(device.last_seen)}</Table.Td>
              <Table.Td>{formatNumber(device.count)}</Table.Td>
              <Table.Td>
                <Button size="xs" variant="light" onClick={() => onClaim(device.identifier)}>
                  {t('area.claim')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
