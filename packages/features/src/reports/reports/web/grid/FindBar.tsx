// The words that are looked for in a sheet, how many cells hold them, and from one to the next.
import { isTyping } from '@flotta/ui/keys.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportSheet } from '../../contract.ts'
import type { CellWriter } from './cell-text.ts'
import { type CellPosition, findCells, MAX_HITS } from './find.ts'
import classes from './grid.module.css'

/** ms between the last key and the search. */
const TYPING_PAUSE_MS = 200

export interface FindBarProps {
  readonly sheet: ReportSheet
  readonly writers: readonly CellWriter[]
  readonly onFound: (hits: readonly CellPosition[]) => void
  readonly onShow: (hit: CellPosition) => void
}
export function FindBar({ sheet, writers, onFound, onShow }: FindBarProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const [hits, setHits] = useState<readonly CellPosition[] | null>(null)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const told = useRef({ onFound, onShow })
  useEffect(() => {
    told.current = { onFound, onShow }
  })
  useEffect(() => {
    const end = new AbortController()
    setHits(null)
    findCells(sheet, writers, words, end.signal).then(
      found => {
        if (end.signal.aborted) return
        setHits(found)
        setAt(0)
        told.current.onFound(found)
        const [first] = found
        if (first !== undefined) told.current.onShow(first)
      },
      () => undefined,
    )
    return () => end.abort()
  }, [sheet, writers, words])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted =
        (event.key === '/' && !isTyping(event) && !event.ctrlKey && !event.metaKey) ||
        (event.key === 'f' && (event.ctrlKey || event.metaKey))
      if (!wanted || event.defaultPrevented) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    // before the search of the whole product hears it
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  const count = hits?.length ?? 0
  const step = (by: 1 | -1) => {
    if (hits === null || count === 0) return
    const next = (at + by + count) % count
    setAt(next)
    const hit = hits[next]
    if (hit !== undefined) onShow(hit)
  }
  return (
    <div className={classes.find}>
      <TextInput
        ref={input}
        type="search"
        className={classes.words ?? ''}
        aria-label={t('reports.find')}
        placeholder={t('reports.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape' && typed !== '') {
            event.stopPropagation()
            setTyped('')
          }
        }}
      />
      <span className={classes.count} aria-live="polite">
        {words === ''
          ? t('reports.rows', { count: sheet.total, total: formatNumber(sheet.total) })
          : hits === null
            ? ''
            : count === 0
              ? t('ui.list.nothing')
              : t('reports.found', {
                  at: formatNumber(at + 1),
                  total: `${formatNumber(count)}${count === MAX_HITS ? '+' : ''}`,
                })}
      </span>
      {count > 0 && words !== '' && (
        <>
          <Tooltip label={t('reports.found_previous')}>
            <ActionIcon onClick={() => step(-1)} aria-label={t('reports.found_previous')}>
              <IconChevronUp size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('reports.found_next')}>
            <ActionIcon onClick={() => step(1)} aria-label={t('reports.found_next')}>
              <IconChevronDown size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </div>
  )
}
