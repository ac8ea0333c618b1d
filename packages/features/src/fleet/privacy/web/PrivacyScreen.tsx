// Who looked at the positions of the company's vehicles and at its drivers' data, newest first.
import { call, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { LOG_ROWS, LogScreen } from '@flotta/ui/resource/LogScreen.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import type { Column } from '@flotta/ui/table/columns.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { IconEyeOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { CompanyLinks } from '../../../integrations/links/web/CompanyLinks.tsx'
import { companyHours, setCompanyHours } from '../../private-trips/contract.ts'
import { PrivateHours } from '../../private-trips/web/PrivateHours.tsx'
import { type Look, looks } from '../contract.ts'
import { lookKinds } from '../values.ts'
import { PrivacySearch } from './address.ts'
import { ProviderVisits } from './ProviderVisits.tsx'
import classes from './privacy.module.css'

const periodOf = ({ period_from, period_to }: Look): string =>
  period_from === null || period_to === null
    ? ''
    : `${formatDateTime(period_from)} – ${formatDateTime(period_to)}`

export default function PrivacyScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { what } = PrivacySearch.parse(useSearch({ strict: false }))
  const search = address.search === '' ? undefined : address.search
  const looksQuery = useQuery({
    ...query(looks.list, { query: { search, what, page: address.page, per_page: LOG_ROWS } }),
    placeholderData: keepPreviousData,
  })
  return (
    <LogScreen
      name="looks"
      address={address}
      answer={looksQuery}
      columns={useLookColumns()}
      searchLabel={t('privacy.search')}
      choice={{
        name: 'what',
        label: t('privacy.what'),
        all: t('privacy.all_kinds'),
        value: what,
        options: lookKinds.map(value => ({ value, label: t(`privacy.kinds.${value}`) })),
      }}
      empty={{ icon: IconEyeOff, title: t('privacy.none'), text: t('privacy.none_text') }}
    >
      <CompanyHours />
      <ProviderVisits />
      <section className={classes.section} aria-labelledby="links-for-others">
        <h2 id="links-for-others">{t('links.title')}</h2>
        <p className="flotta-quiet">{t('links.text')}</p>
        <CompanyLinks />
      </section>
      <p className="flotta-quiet">{t('privacy.looks_text')}</p>
    </LogScreen>
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
