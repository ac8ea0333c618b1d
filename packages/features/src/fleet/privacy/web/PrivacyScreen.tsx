// Who looked at the positions of the company's vehicles and at its drivers' data, newest first.
import { call, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { AddressChoice } from '@flotta/ui/resource/AddressChoice.tsx'
import { ListBar } from '@flotta/ui/resource/ListBar.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import { LoadedRows } from '@flotta/ui/resource/LoadedRows.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import type { Column } from '@flotta/ui/table/columns.ts'
import { DataTable } from '@flotta/ui/table/DataTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { IconEyeOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { CompanyLinks } from '../../../integrations/links/web/CompanyLinks.tsx'
import { companyHours, setCompanyHours } from '../../private-trips/contract.ts'
import { PrivateHours } from '../../private-trips/web/PrivateHours.tsx'
import { type Look, lookKinds, looks } from '../contract.ts'
import { PrivacySearch } from './address.ts'
import { ProviderVisits } from './ProviderVisits.tsx'
import classes from './privacy.module.css'

const PER_PAGE = 50
const periodOf = ({ period_from, period_to }: Look): string =>
  period_from === null || period_to === null
    ? ''
    : `${formatDateTime(period_from)} – ${formatDateTime(period_to)}`

export default function PrivacyScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { what } = PrivacySearch.parse(useSearch({ strict: false }))
  const { search, page: number } = address
  const filter = {
    search: search === '' ? undefined : search,
    what,
    page: number,
    per_page: PER_PAGE,
  }
  const { data, error, refetch } = useQuery({
    ...query(looks.list, { query: filter }),
    placeholderData: keepPreviousData,
  })
  const columns = useLookColumns()
  return (
    <div className={page.page}>
      <ListBar count={data === undefined ? '' : formatNumber(data.meta.total)}>
        <SearchField label={t('privacy.search')} typed={address.typed} onType={address.type} />
        <AddressChoice
          name="what"
          label={t('privacy.what')}
          all={t('privacy.all_kinds')}
          value={what}
          options={lookKinds.map(value => ({ value, label: t(`privacy.kinds.${value}`) }))}
        />
      </ListBar>
      <CompanyHours />
      <ProviderVisits />
      <section className={classes.section} aria-labelledby="links-for-others">
        <h2 id="links-for-others">{t('links.title')}</h2>
        <p className="flotta-quiet">{t('links.text')}</p>
        <CompanyLinks />
      </section>
      <p className="flotta-quiet">{t('privacy.looks_text')}</p>
      <LoadedRows
        rows={data?.data}
        error={error}
        onRetry={() => void refetch()}
        search={search}
        isFiltered={what !== undefined}
        empty={{ icon: IconEyeOff, title: t('privacy.none'), text: t('privacy.none_text') }}
      >
        {rows => <DataTable name="looks" columns={columns} rows={rows} />}
      </LoadedRows>
      <Pagination page={number} pages={data?.meta.total_pages ?? 1} onChange={address.turn} />
    </div>
  )
}

function useLookColumns(): Column<Look>[] {
  const { t } = useTranslation()
  return useMemo(
    (): Column<Look>[] => [
      { key: 'person', label: t('privacy.person'), value: l => l.person },
      { key: 'company', label: t('privacy.company'), value: l => l.company },
      { key: 'what', label: t('privacy.what'), value: l => t(`privacy.kinds.${l.what}`) },
      { key: 'about', label: t('privacy.about'), value: l => l.plate ?? l.driver },
      {
        key: 'period',
        label: t('privacy.period'),
        value: l => l.period_from,
        written: periodOf,
        width: 2,
      },
      { key: 'times', label: t('privacy.times'), value: l => l.times, end: true, width: 0.6 },
      {
        key: 'last',
        label: t('privacy.last'),
        value: l => l.last_at,
        written: l => formatDateTime(l.last_at),
        width: 1.2,
      },
    ],
    [t],
  )
}

/** When the company's vehicles are private, unless one has hours of its own. */
function CompanyHours() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayEdit = useMay(setCompanyHours)
  const hoursQuery = query(companyHours, {})
  const { data, error, refetch } = useQuery(hoursQuery)
  return (
    <section className={classes.section} aria-labelledby="private-hours">
      <h2 id="private-hours">{t('private_trips.hours')}</h2>
      <p className="flotta-quiet">{t('private_trips.hours_text')}</p>
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={1} />
      ) : (
        <PrivateHours
          set={data}
          mayEdit={mayEdit}
          onSave={async hours =>
            client.setQueryData(
              hoursQuery.queryKey,
              await call(setCompanyHours, { body: { hours: hours ?? [] } }),
            )
          }
        />
      )}
    </section>
  )
}
