// The menu of a table's views: the standard one, those that the screen offers, and saved ones; with the actions that save, change and remove one.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import type { TableView, ViewsMenuProps } from '@flotta/ui/table/views.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Menu } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { requestReport } from '../../../reports/reports/contract.ts'
import { type View, views } from '../contract.ts'
import { NewView } from './NewView.tsx'

const LASTS = 60_000
const MOST = 100
const NONE: readonly View[] = []

const isSame = (a: TableView, b: TableView): boolean =>
  a.sort === b.sort &&
  [...a.columns].sort().join() === [...b.columns].sort().join() &&
  JSON.stringify(Object.entries(a.filters).sort()) ===
    JSON.stringify(Object.entries(b.filters).sort())

export default function ViewsMenu({ list, current, standard, offered, onApply }: ViewsMenuProps) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...query(views.list, { query: { list, per_page: MOST } }),
    staleTime: LASTS,
  })
  const saved = data?.data ?? NONE
  const [appliedId, setAppliedId] = useState<number | null>(null)
  const [isSaving, setSaving] = useState(false)
  const applied =
    saved.find(view => isSame(view, current)) ?? saved.find(({ id }) => id === appliedId)
  const builtIn = [
    { name: t('views.standard'), view: standard },
    ...offered.map(({ name, columns }) => ({ name, view: { ...standard, columns } })),
  ]
  const active = builtIn.find(({ view }) => isSame(view, current))
  const choose = (view: TableView, id: number | null) => {
    setAppliedId(id)
    onApply(view)
  }
  const isActive = active !== undefined || (applied !== undefined && isSame(applied, current))
  const name = active === builtIn[0] ? t('views.title') : (active?.name ?? applied?.name)
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {name === undefined ? t('views.title') : isActive ? name : `${name} *`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('views.title')} mah="70dvh" style={{ overflowY: 'auto' }}>
          {builtIn.map(({ name: title, view }) => (
            <Choice
              key={title}
              name={title}
              isChosen={isSame(view, current)}
              onClick={() => choose(view, null)}
            />
          ))}
          {(['own', 'shared'] as const).map(whose => (
            <SavedViews
              key={whose}
              title={t(whose === 'own' ? 'views.own' : 'views.shared')}
              list={saved.filter(view => view.shared === (whose === 'shared'))}
              current={current}
              onChoose={view => choose(view, view.id)}
            />
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setSaving(true)}
          >
            {t('views.save')}
          </Menu.Item>
          {applied !== undefined && <Changes view={applied} current={current} />}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <NewView
          list={list}
          current={current}
          onClose={() => setSaving(false)}
          onMade={setAppliedId}
        />
      )}
    </>
  )
}

function Choice({
  name,
  isChosen,
  onClick,
}: {
  readonly name: string
  readonly isChosen: boolean
  readonly onClick: () => void
}) {
  return (
    <Menu.Item
      onClick={onClick}
      aria-current={isChosen ? 'true' : undefined}
      leftSection={
        <IconCheck size={16} style={{ visibility: isChosen ? 'visible' : 'hidden' }} aria-hidden />
      }
    >
      {name}
    </Menu.Item>
  )
}

function SavedViews({
  title,
  list,
  current,
  onChoose,
}: {
  readonly title: string
  readonly list: readonly View[]
  readonly current: TableView
  readonly onChoose: (view: View) => void
}) {
  if (list.length === 0) return null
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {list.map(view => (
        <Choice
          key={view.id}
          name={view.name}
          isChosen={isSame(view, current)}
          onClick={() => onChoose(view)}
        />
      ))}
    </>
  )
}

/** The actions on the view that was chosen last, for users who may change it. */
function Changes({ view, current }: { readonly view: View; readonly current: TableView }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayEdit = useMay(requestReport)
  if (!view.own && !mayEdit) return null
  const { id, name } = view
  const refresh = () => client.invalidateQueries({ queryKey: [views.list.path] })
  const update = async () => {
    try {
      await call(views.update, {
        params: { id },
        body: {
          columns: [...current.columns],
          sort: current.sort,
          filters: { ...current.filters },
        },
      })
      toast.saved(t('views.saved', { name }))
      await refresh()
    } catch (error) {
      toast.failed(error)
    }
  }
  const remove = async () => {
    const isRemoved = await confirm({
      title: t('views.remove_title', { name }),
      confirm: t('ui.list.remove'),
      color: 'red',
      action: () => call(views.remove, { params: { id } }),
    })
    if (!isRemoved) return
    toast.success(t('views.removed', { name }))
    await refresh()
  }
  return (
    <>
      {!isSame(view, current) && (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          onClick={() => void update()}
        >
          {t('views.update', { name })}
        </Menu.Item>
      )}
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void remove()}
      >
        {t('views.remove', { name })}
      </Menu.Item>
    </>
  )
}
