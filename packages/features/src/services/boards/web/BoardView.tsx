// The board of a service: filters with their counts, the rows with the riskiest first, and beside them the panel of the chosen vehicle.
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { usePins } from '../../../map/global-map/web/usePins.ts'
import type { Board } from '../../board.ts'
import { BoardSearch } from './address.ts'
import { BoardPanel } from './BoardPanel.tsx'
import { BoardTable } from './BoardTable.tsx'
import classes from './boards.module.css'
import { type Endpoints, useBoard } from './useBoard.ts'

/** Pause after typing before rows are loaded, ms. */
const CALM = 200

interface BoardViewProps {
  /** Name of the page. */
  readonly page: string
  readonly code: string
  readonly board: Board
  readonly endpoints: Endpoints
}
export function BoardView({ page, code, board, endpoints }: BoardViewProps) {
  const { t } = useTranslation()
  const [{ v, show, q = '' }, change] = useBoardAddress(board)
  const [search] = useDebouncedValue(q, CALM)
  const { chosen } = useFleetFilter()
  const data = useBoard(endpoints, {
    ...(search !== '' && { search }),
    ...(show !== undefined && { filter: show }),
    ...(chosen.size > 0 && { fleet_ids: [...chosen].sort((a, b) => a - b).join(',') }),
  })
  const { data: pins } = usePins()
  const pinsById = useMemo(() => pins && new Map(pins.map(pin => [pin.id, pin])), [pins])
  const close = useCallback(() => change({ v: undefined }), [change])
  return (
    <div className={classes.board} data-panel={v !== undefined || undefined}>
      <section className={classes.main} aria-label={t('overviews.having')}>
        <div className={classes.tools}>
          <SearchField
            label={t('boards.search')}
            typed={q}
            onType={typed => change({ q: typed === '' ? undefined : typed })}
          />
          <Filters
            board={board}
            counts={data.board?.counts}
            shown={show}
            onShow={next => change({ show: next })}
          />
        </div>
        {data.board === undefined ? (
          <LoadingRows error={data.error} onRetry={data.refetch} rows={12} />
        ) : data.board.total === 0 ? (
          <Empty icon={IconSearchOff} title={t('boards.nothing')} text={t('boards.nothing_text')} />
        ) : (
          <BoardTable code={code} board={board} data={data} pins={pinsById} open={v} />
        )}
      </section>
      {v !== undefined && (
        <BoardPanel key={v} id={v} page={page} code={code} pin={pinsById?.get(v)} onClose={close} />
      )}
    </div>
  )
}

/** The filter and search in the address. A filter that the board does not have is ignored. */
function useBoardAddress({ filters }: Board) {
  const raw: unknown = useSearch({ strict: false })
  const address = useMemo(() => {
    const { show, ...others } = BoardSearch.parse(raw)
    const isFilter = show === 'wrong' || filters.some(({ name }) => name === show)
    return { ...others, show: isFilter ? show : undefined }
  }, [raw, filters])
  const navigate = useNavigate()
  const change = useCallback(
    (patch: Partial<BoardSearch>) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...patch }),
        replace: 'q' in patch,
      }),
    [navigate],
  )
  return [address, change] as const
}

interface FiltersProps {
  readonly board: Board
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly shown: string | undefined
  readonly onShow: (filter: string | undefined) => void
}
/** The filters, of which one can be chosen; those that no row passes look disabled. */
function Filters({ board, counts, shown, onShow }: FiltersProps) {
  const { t } = useTranslation()
  const chip = (name: string | undefined, title: string, tone?: string) => {
    // No count is shown before it is loaded.
    const count = counts === undefined ? undefined : (counts[name ?? 'all'] ?? 0)
    return (
      <button
        key={name ?? 'all'}
        type="button"
        className={classes.chip}
        aria-pressed={shown === name}
        data-tone={count !== undefined && count > 0 ? tone : undefined}
        data-none={count === 0 || undefined}
        onClick={() => onShow(shown === name ? undefined : name)}
      >
        {t(title)} {count !== undefined && <strong>{formatNumber(count)}</strong>}
      </button>
    )
  }
  return (
    <fieldset className={classes.chips} aria-label={t('boards.filters')}>
      {chip(undefined, 'boards.all')}
      {chip('wrong', 'boards.wrong')}
      {board.filters.map(({ name, title, tone }) => chip(name, title, tone))}
    </fieldset>
  )
}
