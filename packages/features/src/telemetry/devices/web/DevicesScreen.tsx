// The devices in the vehicles of a customer, those with trouble first.
import { contains } from '@flotta/core/searchable.ts'
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Switch } from '@mantine/core'
import { IconCheck, IconCpu, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { type DeviceItem, devices } from '../contract.ts'
import { byTrouble, hasTrouble } from '../rules.ts'
import { DevicesSearch } from './address.ts'
import { DeviceGrid } from './DeviceGrid.tsx'
import { DeviceSheet } from './DeviceSheet.tsx'

const NONE: readonly DeviceItem[] = []

export default function DevicesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = useListAddress()
  const { d: chosenId, trouble } = DevicesSearch.parse(useSearch({ strict: false }))
  const { passes } = useFleetFilter()
  const { data, error, refetch } = useQuery({ ...query(devices.all, {}), refetchInterval: 60_000 })
  const { search } = address
  const foundDevices = useMemo(
    () =>
      (data ?? NONE)
        .filter(
          d =>
            passes(d.fleet_id) &&
            (search === '' ||
              [d.unit_code, d.plate, d.model, d.serial].some(word => contains(word, search))),
        )
        .toSorted(byTrouble),
    [data, passes, search],
  )
  const troubledDevices = useMemo(() => foundDevices.filter(hasTrouble), [foundDevices])
  const shownDevices = trouble === 1 ? troubledDevices : foundDevices
  const change = (some: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...some }) })
  return (
    <div className={page.page}>
      <header className={page.bar}>
        <div className={page.title}>
          <PageTitle />
          <span className={page.count} aria-live="polite">
            {data === undefined
              ? ''
              : shownDevices.length === data.length
                ? formatNumber(data.length)
                : t('ui.list.found', {
                    count: shownDevices.length,
                    total: formatNumber(shownDevices.length),
                  })}
          </span>
        </div>
        {data !== undefined && data.length > 0 && (
          <Switch
            label={t('devices.only_trouble', { count: formatNumber(troubledDevices.length) })}
            checked={trouble === 1}
            onChange={e => change({ trouble: e.currentTarget.checked ? 1 : undefined })}
          />
        )}
        <SearchField label={t('devices.search')} typed={address.typed} onType={address.type} />
      </header>
      {shownDevices.length > 0 ? (
        <DeviceGrid devices={shownDevices} />
      ) : (
        <div className={page.plain}>
          {data === undefined ? (
            error === null ? (
              <SkeletonRows rows={8} height={56} />
            ) : (
              <LoadError error={error} onRetry={() => void refetch()} />
            )
          ) : data.length === 0 ? (
            <Empty icon={IconCpu} title={t('devices.none')} text={t('devices.none_text')} />
          ) : search === '' && trouble === 1 ? (
            <Empty
              icon={IconCheck}
              title={t('devices.no_trouble')}
              text={t('devices.no_trouble_text')}
            />
          ) : (
            <Empty
              icon={IconSearchOff}
              title={t('ui.list.nothing')}
              {...(search !== '' && { text: t('ui.list.nothing_text', { search }) })}
            />
          )}
        </div>
      )}
      <DeviceSheet id={chosenId} onClose={() => change({ d: undefined })} />
    </div>
  )
}
