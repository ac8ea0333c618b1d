// Which vehicles have which service and for which period. Agreements that have ended are in the archive.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { ListBar } from '@flotta/ui/resource/ListBar.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { IconFileOff, IconMail } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { about } from '../../../people/auth/about.ts'
import { type AgreementSummary, list } from '../contract.ts'
import { AgreementVehicles } from './AgreementVehicles.tsx'
import { AgreementsSearch } from './address.ts'
import classes from './agreements.module.css'
import { EndingAgreements } from './EndingAgreements.tsx'

export default function AgreementsScreen() {
  const address = useListAddress()
  const { archived, ending } = AgreementsSearch.parse(useSearch({ strict: false }))
  const past = archived === 1
  const { search } = address
  const { data, error, refetch } = useQuery({
    ...query(list, { query: { per_page: 100, search: search === '' ? undefined : search } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const { data: installation } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const contact = installation?.contact
  const countOf = (a: AgreementSummary) => (past ? a.archived : a.vehicles)
  const agreements = data?.data.filter(a => countOf(a) > 0) ?? []
  const lacking = past ? [] : (data?.data.filter(a => a.vehicles === 0) ?? [])
  const total = agreements.reduce((sum, a) => sum + countOf(a), 0)
  const bar = (count: number | null) => (
    <Bar
      address={address}
      total={count}
      view={past ? 'archived' : ending === 1 ? 'ending' : 'current'}
      contact={contact}
    />
  )
  if (data !== undefined && ending === 1 && !past)
    return (
      <div className={page.page}>
        <EndingAgreements agreements={data.data} search={search} bar={bar} />
      </div>
    )
  return (
    <div className={page.page}>
      {bar(data === undefined ? null : total)}
      {data === undefined ? (
        <div className={page.plain}>
          <LoadingRows error={error} onRetry={() => void refetch()} rows={8} height={56} />
        </div>
      ) : agreements.length === 0 && lacking.length === 0 ? (
        <div className={page.plain}>
          <NoAgreements search={search} />
        </div>
      ) : (
        <>
          <AgreementSections
            agreements={agreements}
            countOf={countOf}
            search={search}
            past={past}
          />
          {lacking.length > 0 && <LackingAgreements agreements={lacking} contact={contact} />}
        </>
      )}
    </div>
  )
}

type AgreementsView = 'current' | 'ending' | 'archived'

/** The number of vehicles with agreements, the choice of which ones, the search, and the link to the provider. */
function Bar({
  address,
  total,
  view,
  contact,
}: {
  readonly address: ReturnType<typeof useListAddress>
  /** null: not loaded yet. */
  readonly total: number | null
  readonly view: AgreementsView
  readonly contact: string | undefined
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <ListBar
      count={
        total === null
          ? ''
          : address.search === ''
            ? formatNumber(total)
            : t('ui.list.found', { count: total, total: formatNumber(total) })
      }
    >
      <SegmentedControl
        aria-label={t('agreements.title')}
        value={view}
        onChange={next =>
          void navigate({
            to: '.',
            search: (old: object) => ({
              ...old,
              archived: next === 'archived' ? 1 : undefined,
              ending: next === 'ending' ? 1 : undefined,
            }),
          })
        }
        data={[
          { value: 'current', label: t('agreements.current') },
          { value: 'ending', label: t('agreements.ending') },
          { value: 'archived', label: t('agreements.archived') },
        ]}
      />
      <SearchField label={t('agreements.search')} typed={address.typed} onType={address.type} />
      {contact !== undefined && (
        <Button
          component="a"
          className={page.add ?? ''}
          href={`mailto:${contact}`}
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
        >
          {t('agreements.contact')}
        </Button>
      )}
    </ListBar>
  )
}

/** The text when nothing was found or archived. The list of current agreements is never empty, because missing ones are listed too. */
function NoAgreements({ search }: { readonly search: string }) {
  const { t } = useTranslation()
  return search === '' ? (
    <Empty
      icon={IconFileOff}
      title={t('agreements.none_archived')}
      text={t('agreements.none_archived_text')}
    />
  ) : (
    <NothingFound search={search} />
  )
}
interface AgreementSectionsProps {
  readonly agreements: readonly AgreementSummary[]
  /** The vehicles that hold the agreement, or held it. */
  readonly countOf: (agreement: AgreementSummary) => number
  readonly search: string
  /** Ended agreements instead of current ones. */
  readonly past: boolean
}

/** A section for each service with its vehicles. */
function AgreementSections({ agreements, countOf, search, past }: AgreementSectionsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.services}>
      {agreements.map(agreement => (
        <section
          key={agreement.id}
          className={classes.service}
          aria-labelledby={`agreement-${agreement.id}`}
        >
          <header className={classes.head}>
            <h2 id={`agreement-${agreement.id}`}>{t(`agreements.name.${agreement.id}`)}</h2>
            <span className={page.count}>{formatNumber(countOf(agreement))}</span>
          </header>
          <AgreementVehicles
            agreement_id={agreement.id}
            total={countOf(agreement)}
            search={search}
            past={past}
          />
        </section>
      ))}
    </div>
  )
}

/** The services that no vehicle has, each with a link that writes to the provider. */
function LackingAgreements({
  agreements,
  contact,
}: {
  readonly agreements: readonly AgreementSummary[]
  readonly contact: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="agreements-lacking">
      <h2 id="agreements-lacking" className={classes.lackingTitle}>
        {t('agreements.lacking')}
      </h2>
      <ul className={classes.lacking}>
        {agreements.map(a => (
          <li key={a.id} className={classes.lack}>
            <span className={classes.lackName}>{t(`agreements.name.${a.id}`)}</span>
            <span className={classes.quiet}>{t('agreements.no_vehicles')}</span>
            {contact !== undefined && (
              <Anchor
                size="sm"
                href={`mailto:${contact}?subject=${encodeURIComponent(t('agreements.get_subject', { name: t(`agreements.name.${a.id}`) }))}`}
                aria-label={t('agreements.get_of', { name: t(`agreements.name.${a.id}`) })}
              >
                {t('agreements.get')}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
