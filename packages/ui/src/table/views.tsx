// Saved views of a table: its columns, filters and order under a name. The frame of the product provides the menu that saves them; a table shows it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { usePreference } from '../preferences.ts'
import { parseSort, type Sort, sortText } from './sort.ts'

export interface TableView {
  readonly columns: readonly string[]
  /** `plate`, descending `-plate`; null: the list's own order. */
  readonly sort: string | null
  /** The query of the address: parameter → value. */
  readonly filters: Readonly<Record<string, string>>
}
/** A view that the screen itself offers. */
export interface OfferedView {
  readonly name: string
  readonly columns: readonly string[]
}
export interface ViewsMenuProps {
  /** The name of the table. */
  readonly list: string
  readonly current: TableView
  /** The view without any choice. */
  readonly standard: TableView
  readonly offered: readonly OfferedView[]
  readonly onApply: (view: TableView) => void
}

const ViewsMenuContext = createContext<ComponentType<ViewsMenuProps> | null>(null)
export const ViewsMenuProvider = ViewsMenuContext.Provider

/** Parameters of the address that are no filters: the page, the order, and what is open. */
const NO_FILTERS: readonly string[] = ['page', 'sort', 'open', 'v', 'hook', 'tab']
const partOf = (search: object, isFilter: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]: [string, unknown]) =>
      value === undefined || value === null || NO_FILTERS.includes(name) === isFilter
        ? []
        : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
    ),
  )

export interface TableViewsProps {
  readonly list: string
  readonly columns: readonly { readonly key: string; readonly shown?: boolean }[]
  readonly visible: readonly { readonly key: string }[]
  readonly sort: Sort | null
  /** Absent: the order is in the address. */
  readonly onSort: ((sort: Sort | null) => void) | undefined
  readonly offered: readonly OfferedView[]
}

/** The menu of views, if the frame provides one. */
export function TableViews(props: TableViewsProps) {
  const Menu = useContext(ViewsMenuContext)
  return Menu === null ? null : (
    <Suspense fallback={null}>
      <ViewsOf menu={Menu} {...props} />
    </Suspense>
  )
}

function ViewsOf({
  menu: Menu,
  list,
  columns,
  visible,
  sort,
  onSort,
  offered,
}: TableViewsProps & { readonly menu: ComponentType<ViewsMenuProps> }) {
  const search: object = useSearch({ strict: false })
  const navigate = useNavigate()
  const [lists, storeLists] = usePreference('lists')
  const apply = (view: TableView) => {
    storeLists({ ...lists, [list]: { ...lists[list], columns: [...view.columns] } })
    onSort?.(parseSort(view.sort ?? undefined))
    const order = onSort === undefined ? { sort: view.sort ?? undefined } : {}
    void navigate({
      to: '.',
      search: (old: object) => ({
        ...partOf(old, false),
        ...view.filters,
        ...order,
        page: undefined,
      }),
    })
  }
  const standardKeys = columns.filter(({ shown }) => shown !== false).map(({ key }) => key)
  return (
    <Menu
      list={list}
      current={{
        columns: visible.map(({ key }) => key),
        sort: sortText(sort) ?? null,
        filters: partOf(search, true),
      }}
      standard={{ columns: standardKeys, sort: null, filters: {} }}
      offered={offered.map(({ name, columns: keys }) => ({
        name,
        columns: columns.map(({ key }) => key).filter(key => keys.includes(key)),
      }))}
      onApply={apply}
    />
  )
}
