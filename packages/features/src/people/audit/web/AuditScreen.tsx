// Who did what in the company, newest first, with filters by action and subject, the changed values, and an export as a file.
import { callNamed, messageOf, query } from '@flotta/ui/api.ts'
import { LOG_ROWS, LogScreen } from '@flotta/ui/resource/LogScreen.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import type { Column } from '@flotta/ui/table/columns.ts'
import { save } from '@flotta/ui/table/export.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { IconDownload, IconListDetails } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { audit, auditExport, type NamedAuditRow } from '../contract.ts'
import { auditActions } from '../values.ts'
import { AuditSearch } from './address.ts'

/** `name: before → after`, one after the other. */
const changesOf = ({ before, after }: NamedAuditRow): string =>
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
  const filters = { subject: address.search === '' ? undefined : address.search, action }
  const auditQuery = useQuery({
    ...query(audit, { query: { ...filters, page: address.page, per_page: LOG_ROWS } }),
    placeholderData: keepPreviousData,
  })
  return (
    <LogScreen
      name="audit"
      address={address}
      answer={auditQuery}
      columns={useAuditColumns()}
      searchLabel={t('audit.search')}
      choice={{
        name: 'action',
        label: t('audit.action'),
        all: t('audit.all_actions'),
        value: action,
        options: auditActions.map(value => ({ value, label: t(`audit.actions.${value}`) })),
      }}
      tools={<Export filters={filters} />}
      empty={{ icon: IconListDetails, title: t('audit.none'), text: t('audit.none_text') }}
    >
      <p className="flotta-quiet">{t('audit.text')}</p>
    </LogScreen>
  )
}

function useAuditColumns(): Column<NamedAuditRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): Column<NamedAuditRow>[] => [
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
      {
        key: 'subject',
        label: t('audit.subject'),
        value: row => row.subject,
        written: ({ subject, subject_name: name }) =>
          name === null ? subject : `${t(`audit.kinds.${subject.split('/')[0]}`)} ${name}`,
      },
      { key: 'changes', label: t('audit.changes'), value: changesOf, width: 3 },
      { key: 'address', label: t('audit.address'), value: row => row.address },
      { key: 'call', label: t('audit.call'), value: row => row.call, shown: false },
      { key: 'hash', label: t('audit.hash'), value: row => row.hash, shown: false },
    ],
    [t],
  )
}

/** The export of the filtered rows as a file. */
function Export(props: {
  readonly filters: { readonly subject: string | undefined; readonly action: string | undefined }
}) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => callNamed(auditExport, { query: props.filters }),
    onError: error => toast.warning(messageOf(error)),
    onSuccess: ({ file, name }) => save(file, name ?? 'audit.csv'),
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
