// A value of a board in the reader's words: a figure, a difference with its sign, words, or how long something lasts.
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { useTranslation } from 'react-i18next'
import type { BoardCell } from '../../board.ts'
import classes from './boards.module.css'

export function Cell({ cell }: { readonly cell: BoardCell | null }) {
  if (cell === null) return <span className="flotta-quiet">—</span>
  return (
    <span className={classes.value} data-tone={cell.tone}>
      <Content cell={cell} />
    </span>
  )
}

function Content({ cell }: { readonly cell: BoardCell }) {
  const { t } = useTranslation()
  if ('since' in cell) return <Duration since={cell.since} />
  if ('difference' in cell)
    return `${cell.difference > 0 ? '+' : ''}${formatNumber(cell.difference, cell)}`
  if ('text' in cell) return cell.text
  if ('key' in cell) return t(cell.key, { ...cell.values })
  return formatNumber(cell.value, cell)
}

/** The time since a moment, in whole minutes. */
function Duration({ since }: { readonly since: number }) {
  useTranslation()
  const now = useNow(5)
  return formatDuration(Math.max(60, Math.floor((now - since) / 60_000) * 60))
}
