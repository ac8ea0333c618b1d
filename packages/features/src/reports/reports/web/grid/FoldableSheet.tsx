// A sheet of a report that can be folded to its totals; each total opens the rows that it sums up.
import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldedSheet, totalsOf } from './fold.ts'
import { SheetGrid, type SheetGridProps } from './SheetGrid.tsx'

const NONE: ReadonlySet<number> = new Set()

export function FoldableSheet({ sheet, zone }: Pick<SheetGridProps, 'sheet' | 'zone'>) {
  const { t } = useTranslation()
  /** The indices of the open totals; null: every row is shown. */
  const [open, setOpen] = useState<ReadonlySet<number> | null>(null)
  const hasParts = useMemo(() => totalsOf(sheet).length > 1, [sheet])
  const folded = useMemo(() => (open === null ? null : foldedSheet(sheet, open)), [sheet, open])
  const toggle = (place: number) => {
    const next = new Set(open)
    if (!next.delete(place)) next.add(place)
    setOpen(next)
  }
  return (
    <>
      {hasParts && (
        <Switch
          label={t('reports.only_totals')}
          description={open === null ? undefined : t('reports.only_totals_text')}
          checked={open !== null}
          onChange={event => setOpen(event.currentTarget.checked ? NONE : null)}
        />
      )}
      <SheetGrid
        sheet={folded?.sheet ?? sheet}
        zone={zone}
        {...(folded !== null && {
          totals: {
            isOpen: (row: number) => open?.has(folded.places[row] ?? -1) ?? false,
            onToggle: (row: number) => toggle(folded.places[row] ?? -1),
          },
        })}
      />
    </>
  )
}
