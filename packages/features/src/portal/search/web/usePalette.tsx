// The search's own offers: what was opened last, the screens with their keys, and commands.

import { mayCall } from '@flotta/core/contract.ts'
import { searchable } from '@flotta/core/searchable.ts'
import { IconClockHour4, IconFileText, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { customerQuery, profileQuery } from '../../../people/auth/web/account.ts'
import { requestReport } from '../../../reports/reports/contract.ts'
import { type Account, isOpen, menuOf, type Screen, screens } from '../../../screens.ts'
import { recentsOf } from './recents.ts'

export interface PaletteOption {
  readonly key: string
  readonly href: string
  readonly mark: ReactNode
  readonly name: string
  /** The keys that go there, or another remark. */
  readonly more: string | null
}
export interface PaletteGroup {
  readonly key: string
  readonly title: string
  readonly options: readonly PaletteOption[]
}
/** A vehicle for which a report can be requested. */
export interface FoundVehicle {
  readonly id: number
  readonly plate: string
}

/** The most vehicles of a search that get a command. */
const MOST_REPORTS = 2

/** Whether a word of the text begins with the typed words; true without words. */
const begins = (text: string, words: string): boolean =>
  text
    .split(/[\s’'/]+/)
    .some((_, i, parts) => searchable(parts.slice(i).join(' ')).startsWith(words))

/** The account once it is loaded. */
function useKnownAccount(): Account | undefined {
  const { data: user } = useQuery(profileQuery)
  const { data: customer } = useQuery(customerQuery)
  return user === undefined || customer === undefined ? undefined : { user, customer }
}

export function usePalette(
  words: string,
  vehicles: readonly FoundVehicle[],
): readonly PaletteGroup[] {
  const { t } = useTranslation()
  const account = useKnownAccount()
  const href = useRouterState({ select: s => s.location.href })
  const mayRequest = useMay(requestReport)
  if (account === undefined || account.user.customer_id === null) return []
  const typed = searchable(words)
  const recents = typed === '' ? recentsOf(account.user.id).filter(r => r.href !== href) : []
  const commands = [
    ...(mayRequest ? reportsOf(t, vehicles) : []),
    ...additions(t, account).filter(({ name }) => begins(name, typed)),
  ]
  return [
    {
      key: 'recents',
      title: t('search.recents'),
      options: recents.map(recent => ({
        key: recent.href,
        href: recent.href,
        mark: <IconClockHour4 size={18} stroke={1.75} aria-hidden />,
        name: recent.name,
        more: null,
      })),
    },
    { key: 'commands', title: t('search.commands'), options: commands },
    {
      key: 'screens',
      title: t('search.screens'),
      options: places(t, account).filter(({ name }) => begins(name, typed)),
    },
  ].filter(({ options }) => options.length > 0)
}

const places = (t: TFunction, account: Account): readonly PaletteOption[] =>
  [...menuOf('main', account), ...menuOf('management', account)]
    .filter(({ isDimmed }) => !isDimmed)
    .map(({ path, title, letter, icon: Icon }) => ({
      key: path,
      href: path,
      mark: <Icon size={18} stroke={1.75} aria-hidden />,
      name: t(title),
      more: letter === undefined ? null : `G ${letter.toUpperCase()}`,
    }))

const additions = (t: TFunction, account: Account): readonly PaletteOption[] =>
  (screens as readonly Screen[]).flatMap(screen =>
    screen.add !== undefined &&
    isOpen(screen, account) &&
    mayCall(screen.add.allow, account.user.role) &&
    (screen.add.when?.(account) ?? true)
      ? [
          {
            key: screen.path,
            href: `${screen.path}?open=new`,
            mark: <IconPlus size={18} stroke={1.75} aria-hidden />,
            name: t(screen.add.title),
            more: null,
          },
        ]
      : [],
  )

const reportsOf = (t: TFunction, vehicles: readonly FoundVehicle[]): readonly PaletteOption[] =>
  vehicles.slice(0, MOST_REPORTS).map(({ id, plate }) => ({
    key: `report-${id}`,
    href: `/reports?open=new&v=${id}`,
    mark: <IconFileText size={18} stroke={1.75} aria-hidden />,
    name: t('search.report_for', { plate }),
    more: null,
  }))
