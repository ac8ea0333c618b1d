// The devices in the vehicles of a customer, those with trouble first.
import { contains } from '@flotta/core/searchable.ts'
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { ListBar } from '@flotta/ui/resource/ListBar.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Switch } from '@mantine/core'
import { IconCheck, IconCpu } from '@tabler/icons-react'
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

/** The devices of the chosen fleets that contain the words, those with trouble first. */
function useFoundDevices(all: readonly DeviceItem[], search: string): readonly DeviceItem[] {
  const { passes } = useFleetFilter()
  return useMemo(
    () =>
      all
        .filter(
          d =>
            passes(d.fleet_id) &&
            (search === '' ||
              [d.unit_code, d.plate, d.model, d.serial].some(word => contains(word, search))),
        )
        .toSorted(byTrouble),
    [all, passes, search],
  )
}

interface NoDevicesProps {
  /** The company has devices, but the filter leaves none of them. */
  readonly hasAny: boolean
  readonly search: string
  readonly onlyTrouble: boolean
}
function NoDevices({ hasAny, search, onlyTrouble }: NoDevicesProps) {
  const { t } = useTranslation()
  if (!hasAny)
    return <Empty icon={IconCpu} title={t('devices.none')} text={t('devices.none_text')} />
  if (search === '' && onlyTrouble)
    return (
      <Empty icon={IconCheck} title={t('devices.no_trouble')} text={t('devices.no_trouble_text')} />
    )
  return <NothingFound search={search} />
}

export default function DevicesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = useListAddress()
  const { d: chosenId, trouble } = DevicesSearch.parse(useSearch({ strict: false }))
  const { data, error, refetch } = useQuery({ ...query(devices.all, {}), refetchInterval: 60_000 })
  const { search } = address
  const foundDevices = useFoundDevices(data ?? NONE, search)
  const troubledDevices = useMemo(() => foundDevices.filter(hasTrouble), [foundDevices])
  const shownDevices = trouble === 1 ? troubledDevices : foundDevices
  const change = (some: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...some }) })
  return (
    <div className={page.page}>
      <ListBar
        count={
          data === undefined
            ? ''
            : shownDevices.length === data.length
              ? formatNumber(data.length)
              : t('ui.list.found', {
                  count: shownDevices.length,
                  total: formatNumber(shownDevices.length),
                })
        }
      >
        {data !== undefined && data.length > 0 && (
          <Switch
            label={t('devices.only_trouble', { count: formatNumber(troubledDevices.length) })}
            checked={trouble === 1}
            onChange={e => change({ trouble: e.currentTarget.checked ? 1 : undefined })}
          />
        )}
        <SearchField label={t('devices.search')} typed={address.typed} onType={address.type} />
      </ListBar>
      {shownDevices.length > 0 ? (
        <DeviceGrid devices={shownDevices} />
      ) : (
        <div className={page.plain}>
          {data === undefined ? (
            <LoadingRows error={error} onRetry={() => void refetch()} rows={8} height={56} />
          ) : (
            <NoDevices hasAny={data.length > 0} search={search} onlyTrouble={trouble === 1} />
          )}
        </div>
      )}
      <DeviceSheet id={chosenId} onClose={() => change({ d: undefined })} />
    </div>
  )
}
