// The list of a managed entity: title and count, search, cards or a table by choice, a form for a new one, pages.
import type { Resource } from '@flotta/core/resource.ts'
import { ActionIcon, Button, Modal, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import {
  IconLayoutGrid,
  IconPlus,
  IconSearch,
  IconSearchOff,
  IconTable,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../Empty.tsx'
import { useBackTo } from '../focus.ts'
import { isTyping } from '../keys.ts'
import { LoadError } from '../LoadError.tsx'
import { PageTitle } from '../PageTitle.tsx'
import { Pagination } from '../Pagination.tsx'
import { usePreference } from '../preferences.ts'
import { SkeletonRows } from '../SkeletonRows.tsx'
import { type Column, DataTable } from '../table/DataTable.tsx'
import { formatNumber } from '../texts.ts'
import type { CardKind, EditCardProps } from './EditCard.tsx'
import classes from './resource.module.css'
import { mayLeave } from './unsaved.ts'
import { type Filters, type RecordOf, useEvery, useListAddress, usePage } from './useRecords.ts'

export interface ListScreenProps<R extends Resource, V extends object> {
  readonly kind: CardKind<R, V>
  readonly filters?: Filters
  readonly mayEdit: boolean
  /** How many there are of all, whatever is searched: the count is said beside it. */
  readonly all?: number | undefined
  /** Why no more can be made, where there is a limit. */
  readonly full?: string | undefined
  readonly icon: TablerIcon
  readonly words: {
    readonly add: string
    readonly search: string
    readonly empty: string
    readonly emptyText: string
  }
  /** The card of a record (null: a new one) around what `EditCard` needs. */
  readonly card: (
    card: Pick<
      EditCardProps<R, V>,
      'kind' | 'record' | 'editing' | 'onEdit' | 'onClose' | 'mayEdit'
    >,
  ) => ReactNode
  /** Draws the card apart from the others. */
  readonly isMarked?: (record: RecordOf<R>) => boolean
  /** With columns the list can be seen as a table and exported. */
  readonly columns?: readonly Column<RecordOf<R>>[]
  /** Beside the search: filters, imports. */
  readonly tools?: ReactNode
  /** It is a part of a screen that has its own title: what this part is called. */
  readonly part?: string
}

export function ListScreen<R extends Resource, V extends object>(props: ListScreenProps<R, V>) {
  const {
    kind,
    filters = {},
    mayEdit,
    all,
    full,
    icon,
    words,
    card,
    isMarked,
    columns,
    tools,
    part,
  } = props
  const { t } = useTranslation()
  const address = useListAddress()
  const [lists, keep] = usePreference('lists')
  const kept = lists[kind.resource.resource]
  const table = columns !== undefined && kept?.view === 'table'
  const page = usePage(kind.resource, filters, address, !table)
  const every = useEvery(kind.resource, filters, address.search, table)
  /** The one card that is edited: an id, or 'new'. */
  const [active, setActive] = useState<number | 'new' | null>(null)
  const add = useBackTo(active === 'new')
  const { error, refetch } = table ? every : page
  const records = table ? every.data : page.data?.data
  const total = table ? every.data?.length : page.data?.meta.total
  const { page: asked, turn } = address
  const pages = page.data?.meta.total_pages
  // the last card of the last page was removed
  useEffect(() => {
    if (!table && pages !== undefined && asked > pages) turn(pages)
  }, [table, pages, asked, turn])

  const close = () => setActive(null)
  const of = (record: RecordOf<R> | null) => ({
    kind,
    record,
    mayEdit,
    editing: record === null || record.id === active,
    onEdit: () => record !== null && setActive(record.id),
    onClose: close,
  })
  const edited =
    table && typeof active === 'number' ? records?.find(r => r.id === active) : undefined
  return (
    <div className={part === undefined ? classes.page : classes.part}>
      <header className={classes.bar}>
        <div className={classes.title}>
          {part === undefined ? <PageTitle /> : <h2>{part}</h2>}
          <span className={classes.count} aria-live="polite">
            {total === undefined
              ? ''
              : all !== undefined && (address.search !== '' || total < all)
                ? `${formatNumber(total)}/${formatNumber(Math.max(all, total))}`
                : address.search === ''
                  ? formatNumber(total)
                  : t('ui.list.found', { count: total, total: formatNumber(total) })}
          </span>
        </div>
        <SearchField label={words.search} typed={address.typed} onType={address.type} />
        {tools}
        {columns !== undefined && (
          <SegmentedControl
            aria-label={t('ui.list.view')}
            styles={{ label: { display: 'flex', alignItems: 'center', justifyContent: 'center' } }}
            value={table ? 'table' : 'cards'}
            onChange={view =>
              keep({
                ...lists,
                [kind.resource.resource]: { ...kept, view: view as 'cards' | 'table' },
              })
            }
            data={[
              { value: 'cards', label: <Shape icon={IconLayoutGrid} word={t('ui.list.cards')} /> },
              { value: 'table', label: <Shape icon={IconTable} word={t('ui.list.table')} /> },
            ]}
          />
        )}
        {mayEdit && full === undefined && (
          <Button
            ref={add}
            className={classes.add ?? ''}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void mayLeave().then(may => may && setActive('new'))}
            disabled={active === 'new'}
          >
            {words.add}
          </Button>
        )}
        {mayEdit && full !== undefined && <span className={classes.count}>{full}</span>}
      </header>
      {records === undefined ? (
        <div className={classes.plain}>
          {error === null ? (
            <SkeletonRows rows={8} height={56} />
          ) : (
            <LoadError error={error} onRetry={() => void refetch()} />
          )}
        </div>
      ) : records.length === 0 && active !== 'new' ? (
        <div className={classes.plain}>
          {address.search === '' ? (
            <Empty icon={icon} title={words.empty} text={words.emptyText} />
          ) : (
            <Empty
              icon={IconSearchOff}
              title={t('ui.list.nothing')}
              text={t('ui.list.nothing_text', { search: address.search })}
            />
          )}
        </div>
      ) : table ? (
        <DataTable
          name={kind.resource.resource}
          columns={columns}
          rows={records}
          {...(mayEdit && {
            onOpen: (record: RecordOf<R>) => setActive(record.id),
            openLabel: (r: RecordOf<R>) => t('ui.list.edit_of', { name: kind.nameOf(r) }),
          })}
        />
      ) : (
        <ul className={classes.cards}>
          {active === 'new' && (
            <li className={classes.card} data-active>
              {card(of(null))}
            </li>
          )}
          {records.map(record => (
            <li
              key={record.id}
              className={classes.card}
              data-active={record.id === active || undefined}
              data-marked={isMarked?.(record) || undefined}
            >
              {card(of(record))}
            </li>
          ))}
        </ul>
      )}
      {!table && (
        <div className={classes.pages}>
          {pages !== undefined && <Pagination page={asked} pages={pages} onChange={turn} />}
        </div>
      )}
      {table && (
        <Modal
          opened={active === 'new' || edited !== undefined}
          onClose={() => void mayLeave().then(may => may && close())}
          title={active === 'new' ? words.add : edited === undefined ? '' : kind.nameOf(edited)}
          closeButtonProps={{ 'aria-label': t('ui.close') }}
        >
          {active === 'new' ? card(of(null)) : edited !== undefined && card(of(edited))}
        </Modal>
      )}
    </div>
  )
}

const Shape = ({ icon: Icon, word }: { readonly icon: TablerIcon; readonly word: string }) => (
  <Tooltip label={word}>
    <span style={{ display: 'flex' }}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className="flotta-hidden">{word}</span>
    </span>
  </Tooltip>
)

/** The search of a list; the key `/` leads to it. */
export function SearchField({
  label,
  typed,
  onType,
}: {
  readonly label: string
  readonly typed: string
  readonly onType: (words: string) => void
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== '/' || isTyping(e) || e.ctrlKey || e.metaKey || e.defaultPrevented) return
      e.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    // before the search of the whole product hears it
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search ?? ''}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={100}
      onChange={e => onType(e.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <ActionIcon
            size="sm"
            aria-label={t('ui.list.clear')}
            onClick={() => {
              onType('')
              input.current?.focus()
            }}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
