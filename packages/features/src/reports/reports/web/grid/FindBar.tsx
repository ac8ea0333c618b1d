// The search in a sheet: the field, the number of matching cells, and buttons to the next and the previous one.
import { isTyping } from '@flotta/ui/keys.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
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
  const [text, setTyped] = useState('')
  const [words] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  const { hits, index, step } = useFound(words, { sheet, writers, onFound, onShow })
  const input = useRef<HTMLInputElement>(null)
  useFindKeys(input)
  return (
    <div className={classes.find}>
      <TextInput
        ref={input}
        type="search"
        className={classes.words ?? ''}
        aria-label={t('reports.find')}
        placeholder={t('reports.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape' && text !== '') {
            event.stopPropagation()
            setTyped('')
          }
        }}
      />
      <span className={classes.count} aria-live="polite">
        <FoundCount words={words} rows={sheet.total} hits={hits} index={index} />
      </span>
      {hits !== null && hits.length > 0 && words !== '' && (
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

/** The matching cells (null while searching), which of them is shown, and how to go to another one. */
function useFound(words: string, { sheet, writers, onFound, onShow }: FindBarProps) {
  const [hits, setHits] = useState<readonly CellPosition[] | null>(null)
  const [index, setIndex] = useState(0)
  const callbacks = useRef({ onFound, onShow })
  useEffect(() => {
    callbacks.current = { onFound, onShow }
  })
  useEffect(() => {
    const end = new AbortController()
    setHits(null)
    findCells(sheet, writers, words, end.signal).then(
      positions => {
        if (end.signal.aborted) return
        setHits(positions)
        setIndex(0)
        callbacks.current.onFound(positions)
        const [first] = positions
        if (first !== undefined) callbacks.current.onShow(first)
      },
      () => undefined,
    )
    return () => end.abort()
  }, [sheet, writers, words])
  const step = (by: 1 | -1) => {
    if (hits === null || hits.length === 0) return
    const next = (index + by + hits.length) % hits.length
    setIndex(next)
    const hit = hits[next]
    if (hit !== undefined) onShow(hit)
  }
  return { hits, index, step }
}

/** `/` and Ctrl+F focus the field. */
function useFindKeys(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFindKey =
        (event.key === '/' && !isTyping(event) && !event.ctrlKey && !event.metaKey) ||
        (event.key === 'f' && (event.ctrlKey || event.metaKey))
      if (!isFindKey || event.defaultPrevented) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    // In the capture phase the key arrives here before the global search.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [input])
}

/** The number of rows of the sheet, or the place of the shown match among all. */
function FoundCount({
  words,
  rows,
  hits,
  index,
}: {
  readonly words: string
  readonly rows: number
  readonly hits: readonly CellPosition[] | null
  readonly index: number
}) {
  const { t } = useTranslation()
  if (words === '') return t('reports.rows', { count: rows, total: formatNumber(rows) })
  if (hits === null) return ''
  if (hits.length === 0) return t('ui.list.nothing')
  return t('reports.found', {
    at: formatNumber(index + 1),
    total: `${formatNumber(hits.length)}${hits.length === MAX_HITS ? '+' : ''}`,
  })
}
