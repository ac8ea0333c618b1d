// A value of a board in the reader's words: a figure, a difference with its sign, words, or how long something lasts.
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { useTranslation } from 'react-i18next'
import type { BoardCell } from '../../board.ts'
import classes from './boards.module.css'

export function Cell({ cell }: { readonly cell: BoardCell | null }) {
  const { t } = useTranslation()
  if (cell === null) return <span className="flotta-quiet">—</span>
  return (
    <span className={classes.value} data-tone={cell.tone}>
      {'since' in cell ? (
        <Lasting since={cell.since} />
      ) : 'difference' in cell ? (
        `${cell.difference > 0 ? '+' : ''}${formatNumber(cell.difference, cell)}`
      ) : 'text' in cell ? (
        cell.text
      ) : 'key' in cell ? (
        t(cell.key, { ...cell.values })
      ) : (
        formatNumber(cell.value, cell)
      )}
    </span>
  )
}

/** How long it has lasted, in whole minutes. */
function Lasting({ since }: { readonly since: number }) {
  useTranslation()
  const now = useNow(5)
  return formatDuration(Math.max(60, Math.floor((now - since) / 60_000) * 60))
}
