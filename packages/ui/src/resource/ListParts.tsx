// Parts of the list of a managed entity: the count, cards or a table, and the text for an empty list.
import { SegmentedControl, Tooltip } from '@mantine/core'
import { IconLayoutGrid, IconTable, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../Empty.tsx'
import { NothingFound } from '../NothingFound.tsx'
import { formatNumber } from '../texts.ts'
import classes from './resource.module.css'

export type ListView = 'cards' | 'table'

/** The number of records, with that of all records while a search or a filter hides some. */
export function Count({
  total,
  all,
  search,
}: {
  readonly total: number | undefined
  readonly all: number | undefined
  readonly search: string
}) {
  const { t } = useTranslation()
  return (
    <span className={classes.count} aria-live="polite">
      {total === undefined
        ? ''
        : all !== undefined && (search !== '' || total < all)
          ? `${formatNumber(total)}/${formatNumber(Math.max(all, total))}`
          : search === ''
            ? formatNumber(total)
            : t('ui.list.found', { count: total, total: formatNumber(total) })}
    </span>
  )
}

export function ViewChoice({
  asTable,
  onChange,
}: {
  readonly asTable: boolean
  readonly onChange: (view: ListView) => void
}) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      className={classes.view ?? ''}
      aria-label={t('ui.list.view')}
      styles={{ label: { display: 'flex', alignItems: 'center', justifyContent: 'center' } }}
      value={asTable ? 'table' : 'cards'}
      onChange={view => onChange(view as ListView)}
      data={[
        { value: 'cards', label: <ViewIcon icon={IconLayoutGrid} word={t('ui.list.cards')} /> },
        { value: 'table', label: <ViewIcon icon={IconTable} word={t('ui.list.table')} /> },
      ]}
    />
  )
}

export function NoRecords({
  icon,
  words,
  search,
}: {
  readonly icon: TablerIcon
  readonly words: { readonly empty: string; readonly emptyText: string | undefined }
  readonly search: string
}) {
  return (
    <div className={classes.plain}>
      {search === '' ? (
        <Empty
          icon={icon}
          title={words.empty}
          {...(words.emptyText !== undefined && { text: words.emptyText })}
        />
      ) : (
        <NothingFound search={search} />
      )}
    </div>
  )
}

const ViewIcon = ({ icon: Icon, word }: { readonly icon: TablerIcon; readonly word: string }) => (
  <Tooltip label={word}>
    <span style={{ display: 'flex' }}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className="flotta-hidden">{word}</span>
    </span>
  </Tooltip>
)
