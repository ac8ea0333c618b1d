// The list of a managed entity: title and count, search, cards or a table by choice, a form for a new record, pages.
import type { Resource } from '@flotta/core/resource.ts'
import { Button } from '@mantine/core'
import { IconPlus, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusAfterAdding } from '../focus.ts'
import { LoadingList } from '../LoadingRows.tsx'
import { PageTitle } from '../PageTitle.tsx'
import { Pagination } from '../Pagination.tsx'
import { usePreference } from '../preferences.ts'
import type { Column, Grouping } from '../table/columns.ts'
import { DataTable } from '../table/DataTable.tsx'
import { useExistingPage } from '../useExistingPage.ts'
import type { CardKind, EditCardProps } from './card-kind.ts'
import { Count, type ListView, NoRecords, ViewChoice } from './ListParts.tsx'
import classes from './resource.module.css'
import { SearchField } from './SearchField.tsx'
import { mayLeave } from './unsaved.ts'
import {
  type Filters,
  type RecordOf,
  useAddByAddress,
  useListAddress,
  usePage,
} from './useRecords.ts'
import { useTableRows } from './useTableRows.ts'

export interface ListScreenProps<R extends Resource, V extends object> {
  readonly kind: CardKind<R, V>
  readonly filters?: Filters
  readonly mayEdit: boolean
  /** Number of records without search and filters; it is shown beside the count. */
  readonly all?: number | undefined
  /** The reason why no more records can be added, when there is a limit. */
  readonly full?: string | undefined
  readonly icon: TablerIcon
  readonly words: {
    readonly add: string
    readonly search: string
    readonly empty: string
    /** What to do about it; undefined for people who cannot. */
    readonly emptyText: string | undefined
  }
  /** Renders the card of a record, or of a new one (null); the argument is for `EditCard`. */
  readonly card: (
    card: Pick<
      EditCardProps<R, V>,
      'kind' | 'record' | 'editing' | 'onEdit' | 'onClose' | 'mayEdit' | 'form' | 'newTitle'
    >,
  ) => ReactNode
  /** Whether the card looks different from the others. */
  readonly isMarked?: (record: RecordOf<R>) => boolean
  /** With columns the list can be shown as a table and exported. */
  readonly columns?: readonly Column<RecordOf<R>>[]
  /** How the list is shown until the person chooses; default: cards. */
  readonly firstView?: ListView
  /** The headings of the table while it has the list's own order. */
  readonly grouping?: Grouping<RecordOf<R>>
  /** Content beside the search: filters, imports. */
  readonly tools?: ReactNode
  /** The title of the list when it is only a part of a screen. */
  readonly part?: string
}

export function ListScreen<R extends Resource, V extends object>(props: ListScreenProps<R, V>) {
  const { kind, mayEdit, full, icon, words, card, isMarked, columns, part } = props
  const { t } = useTranslation()
  const list = useList(props)
  const { address, records, asTable } = list
  /** The id of the record whose card is edited, or 'new'. */
  const [active, setActive] = useState<number | 'new' | null>(null)
  const close = () => setActive(null)
  useAddByAddress(mayEdit && full === undefined, () => setActive('new'))
  const cardOf = (record: RecordOf<R> | null) =>
    card({
      kind,
      record,
      mayEdit,
      editing: record === null || record.id === active,
      onEdit: () => record !== null && setActive(record.id),
      onClose: close,
      newTitle: words.add,
      ...(asTable && { form: 'alone' }),
    })
  const editedRecord =
    asTable && typeof active === 'number'
      ? records?.find(record => record.id === active)
      : undefined
  return (
    <div className={part === undefined ? classes.page : classes.part}>
      <Head
        {...props}
        list={list}
        isAdding={active === 'new'}
        onAdd={() => void mayLeave().then(may => may && setActive('new'))}
      />
      {records === undefined ? (
        <div className={classes.plain}>
          <LoadingList list={list} />
        </div>
      ) : records.length === 0 ? (
        <NoRecords icon={icon} words={words} search={address.search} />
      ) : asTable && columns !== undefined ? (
        <DataTable
          name={kind.resource.resource}
          columns={columns}
          rows={records}
          grouping={props.grouping}
          rest={list.rest}
          {...(mayEdit && {
            onOpen: (record: RecordOf<R>) => setActive(record.id),
            openLabel: (record: RecordOf<R>) => t('ui.list.edit_of', { name: kind.nameOf(record) }),
          })}
        />
      ) : (
        <>
          <Cards records={records} active={active} cardOf={cardOf} isMarked={isMarked} />
          <div className={classes.pages}>
            <Pagination page={address.page} pages={list.pages ?? 1} onChange={address.turn} />
          </div>
        </>
      )}
      {editedRecord !== undefined && cardOf(editedRecord)}
      {active === 'new' && cardOf(null)}
    </div>
  )
}

interface HeadProps
  extends Pick<
    ListScreenProps<Resource, object>,
    'mayEdit' | 'all' | 'full' | 'words' | 'tools' | 'part'
  > {
  /** Given where the list can be shown as a table. */
  readonly columns?: unknown
  readonly list: Pick<ReturnType<typeof useList>, 'address' | 'asTable' | 'total' | 'setView'>
  readonly isAdding: boolean
  readonly onAdd: () => void
}
/** The title with its count, the search, the tools of the screen, and the button that adds a record. */
function Head(props: HeadProps) {
  const { mayEdit, all, full, words, tools, part, columns, list, isAdding, onAdd } = props
  const { address, asTable, total, setView } = list
  const addButton = useFocusAfterAdding(isAdding)
  return (
    <header className={classes.bar}>
      <div className={classes.title}>
        {part === undefined ? <PageTitle /> : <h2>{part}</h2>}
        <Count total={total} all={all} search={address.search} />
      </div>
      <SearchField
        label={words.search}
        isShared={columns !== undefined}
        typed={address.typed}
        onType={address.type}
      />
      {tools}
      {columns !== undefined && <ViewChoice asTable={asTable} onChange={setView} />}
      {mayEdit && full === undefined && (
        <Button
          ref={addButton}
          className={classes.add ?? ''}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onAdd}
          disabled={isAdding}
        >
          {words.add}
        </Button>
      )}
      {mayEdit && full !== undefined && <span className={classes.count}>{full}</span>}
    </header>
  )
}

function Cards<T extends { readonly id: number }>({
  records,
  active,
  cardOf,
  isMarked,
}: {
  readonly records: readonly T[]
  readonly active: number | 'new' | null
  readonly cardOf: (record: T) => ReactNode
  readonly isMarked: ((record: T) => boolean) | undefined
}) {
  return (
    <ul className={classes.cards}>
      {records.map(record => (
        <li
          key={record.id}
          className={classes.card}
          data-active={record.id === active || undefined}
          data-marked={isMarked?.(record) || undefined}
        >
          {cardOf(record)}
        </li>
      ))}
    </ul>
  )
}

/** The records of the list: one page as cards, or the rows of a table, which reads more of them when they are needed. */
function useList<R extends Resource, V extends object>({
  kind: { resource },
  filters = {},
  columns,
  firstView = 'cards',
}: ListScreenProps<R, V>) {
  const address = useListAddress()
  const [lists, storeLists] = usePreference('lists')
  const preference = lists[resource.resource]
  const asTable = columns !== undefined && (preference?.view ?? firstView) === 'table'
  const page = usePage(resource, filters, address, !asTable)
  const table = useTableRows(resource, filters, address.search, asTable)
  const { error, refetch } = asTable ? table : page
  const pages = page.data?.meta.total_pages
  const { page: wantedPage, turn } = address
  useExistingPage(wantedPage, asTable ? undefined : pages, turn)
  return {
    address,
    asTable,
    records: asTable ? table.rows : page.data?.data,
    rest: table.rest,
    total: asTable ? table.total : page.data?.meta.total,
    pages,
    error,
    refetch,
    setView: (view: ListView) =>
      storeLists({ ...lists, [resource.resource]: { ...preference, view } }),
  }
}
