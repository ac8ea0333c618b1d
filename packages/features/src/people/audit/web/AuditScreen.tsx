// Who did what in the company, newest first: filtered by action and subject, with what differed, and as a file.
import { callNamed, messageOf, query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { ListBar } from '@flotta/ui/resource/ListBar.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { type Column, DataTable } from '@flotta/ui/table/DataTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Select } from '@mantine/core'
import { IconDownload, IconListDetails } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditRow, audit, auditActions, auditExport } from '../contract.ts'
import { AuditSearch } from './address.ts'

const PER_PAGE = 50
/** `name: before → after`, one after the other. */
const changesOf = ({ before, after }: AuditRow): string =>
  [...new Set(Object.keys({ ...before, ...after }))]
    .filter(name => name !== 'id')
    .map(name => {
      const [old, fresh] = [before?.[name], after?.[name]].map(value =>
        value === undefined || value === null
          ? null
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value),
      )
      return before === null || after === null
        ? `${name}: ${old ?? fresh ?? '—'}`
        : `${name}: ${old ?? '—'} → ${fresh ?? '—'}`
    })
    .join(' · ')

export default function AuditScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { action } = AuditSearch.parse(useSearch({ strict: false }))
  const { search, page: number } = address
  const filters = { subject: search === '' ? undefined : search, action }
  const { data, error, refetch } = useQuery({
    ...query(audit, { query: { ...filters, page: number, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
  const columns = useAuditColumns()
  return (
    <div className={page.page}>
      <ListBar count={data === undefined ? '' : formatNumber(data.meta.total)}>
        <SearchField label={t('audit.search')} typed={address.typed} onType={address.type} />
        <ActionFilter action={action} />
        <Export filters={filters} />
      </ListBar>
      <p className="flotta-quiet">{t('audit.text')}</p>
      {data === undefined ? (
        <div className={page.plain}>
          <LoadingRows error={error} onRetry={() => void refetch()} rows={8} />
        </div>
      ) : data.data.length === 0 ? (
        <div className={page.plain}>
          {search === '' && action === undefined ? (
            <Empty icon={IconListDetails} title={t('audit.none')} text={t('audit.none_text')} />
          ) : (
            <NothingFound search={search} />
          )}
        </div>
      ) : (
        <DataTable name="audit" columns={columns} rows={data.data} />
      )}
      <Pagination page={number} pages={data?.meta.total_pages ?? 1} onChange={address.turn} />
    </div>
  )
}

function useAuditColumns(): Column<AuditRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): Column<AuditRow>[] => [
      {
        key: 'at',
        label: t('audit.at'),
        value: row => row.at,
        written: row => formatDateTime(row.at),
        whole: true,
      },
      { key: 'user', label: t('audit.user'), value: row => row.user.name ?? `#${row.user.id}` },
      {
        key: 'action',
        label: t('audit.action'),
        value: row => row.action,
        written: row => t(`audit.actions.${row.action}`),
      },
      { key: 'subject', label: t('audit.subject'), value: row => row.subject },
      { key: 'changes', label: t('audit.changes'), value: changesOf, width: 3 },
      { key: 'address', label: t('audit.address'), value: row => row.address },
      { key: 'call', label: t('audit.call'), value: row => row.call, shown: false },
      { key: 'hash', label: t('audit.hash'), value: row => row.hash, shown: false },
    ],
    [t],
  )
}

function ActionFilter({ action }: { readonly action: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Select
      aria-label={t('audit.action')}
      placeholder={t('audit.all_actions')}
      clearable
      clearButtonProps={{ 'aria-label': t('audit.all_actions') }}
      value={action ?? null}
      data={auditActions.map(value => ({ value, label: t(`audit.actions.${value}`) }))}
      onChange={value =>
        void navigate({
          to: '.',
          search: (old: object) =>
            ({ ...old, action: value ?? undefined, page: undefined }) as never,
        })
      }
    />
  )
}

/** The rows of the filters as a file. */
function Export(props: {
  readonly filters: { readonly subject: string | undefined; readonly action: string | undefined }
}) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => callNamed(auditExport, { query: props.filters }),
    onError: error => toast.warning(messageOf(error)),
    onSuccess: ({ file, name }) => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = name ?? 'audit.csv'
      link.click()
      URL.revokeObjectURL(link.href)
    },
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('audit.export')}
    </Button>
  )
}
