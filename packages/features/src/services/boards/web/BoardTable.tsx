// The rows of a board; only those in view are rendered. On phones each row is a small card.
import { useIsOld } from '@flotta/ui/Age.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { useRowKeys, useRows } from '@flotta/ui/rows.ts'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Link } from '@tanstack/react-router'
import { memo, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionStatus } from '../../../fleet/vehicles/contract.ts'
import { intervalOf } from '../../../fleet/vehicles/rules.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import type { Board } from '../../board.ts'
import type { BoardLine, BoardRow } from '../contract.ts'
import classes from './boards.module.css'
import { Cell } from './Cell.tsx'
import { rowCommandOf } from './commands.ts'
import { Spark } from './Spark.tsx'
import { type BoardData, lineKey } from './useBoard.ts'

const ROW = 44
const CARD = 124

interface BoardTableProps {
  readonly code: string
  readonly board: Board
  readonly data: BoardData
  readonly pins: ReadonlyMap<number, Pin> | undefined
  readonly open: number | undefined
}
export function BoardTable({ code, board, data, pins, open }: BoardTableProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const count = data.board?.total ?? 0
  const rows = useRows({ box, count, height: phone ? CARD : ROW, overscan: 10 })
  const onKeyDown = useRowKeys(box, rows, count, 'a')
  const items = rows.getVirtualItems()
  const { showRows } = data
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => showRows(from, to), [showRows, from, to])
  return (
    <div ref={box} className={classes.scroll} data-stale={data.isStale || undefined}>
      <table
        aria-label={t('overviews.having')}
        aria-rowcount={count}
        className={classes.table}
        onKeyDown={onKeyDown}
      >
        <BoardHead board={board} hasCommand={rowCommandOf(code) !== undefined} />
        <tbody style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = data.board?.rowAt(index)
            return (
              <tr
                key={row?.id ?? `at-${index}`}
                aria-rowindex={index + 1}
                data-row={index}
                className={classes.row}
                data-tone={row?.tone ?? undefined}
                data-open={(row !== undefined && row.vehicle_id === open) || undefined}
                style={{ height: phone ? CARD : ROW, transform: `translateY(${start}px)` }}
              >
                {row !== undefined && (
                  <RowCells
                    code={code}
                    board={board}
                    row={row}
                    pin={pins?.get(row.vehicle_id)}
                    line={data.lines.get(lineKey(row.vehicle_id, row.part))}
                  />
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function BoardHead({
  board,
  hasCommand,
}: {
  readonly board: Board
  /** The service has a command for rows. */
  readonly hasCommand: boolean
}) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr className={classes.titles}>
        <th className={classes.vehicle}>{t('overviews.vehicle')}</th>
        {board.columns.map(({ title, figure }) => (
          <th key={title} className={figure === true ? classes.figure : classes.words}>
            {t(title)}
          </th>
        ))}
        {board.line !== undefined && <th className={classes.day}>{t('boards.day')}</th>}
        <th className={classes.contact}>{t('boards.contact')}</th>
        {hasCommand && (
          <th className={classes.command}>
            <span className="flotta-hidden">{t('boards.command')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface RowCellsProps {
  readonly code: string
  readonly board: Board
  readonly row: BoardRow
  /** The vehicle's pin; undefined: not loaded yet. */
  readonly pin: Pin | undefined
  readonly line: BoardLine | undefined
}
/** Rendered again only when its own row, pin or line has changed. */
const RowCells = memo(function RowCells({ code, board, row, pin, line }: RowCellsProps) {
  const { t } = useTranslation()
  const RowCommand = rowCommandOf(code)
  const contact = pin?.message_datetime ?? row.last_contact ?? undefined
  const old = useIsOld(contact, pin === undefined ? undefined : intervalOf(pin))
  return (
    <>
      <td className={classes.vehicle}>
        <VehicleTypeIcon
          type={row.vehicle_type}
          size={18}
          label={t(`vehicles.type.${row.vehicle_type}`)}
        />
        <StatusDot status={pin?.status ?? connectionStatus.disconnected} />
        <Link
          to="."
          search={(before: object) => ({ ...before, v: row.vehicle_id })}
          className={classes.plate}
        >
          {row.plate}
        </Link>
        {row.part !== null && row.parts > 1 && (
          <span className={classes.part}>{t('boards.part', { number: row.part })}</span>
        )}
      </td>
      {board.columns.map(({ title, figure, cell }) => (
        <td
          key={title}
          className={figure === true ? classes.figure : classes.words}
          data-old={old || undefined}
        >
          <small className={classes.label} title={t(title)}>
            {t(title)}
          </small>
          <Cell cell={cell(row.values)} />
        </td>
      ))}
      {board.line !== undefined && (
        <td className={classes.day}>
          <Spark line={line} declaration={board.line} />
        </td>
      )}
      <td className={classes.contact} data-old={old || undefined}>
        {contact === undefined ? t('global_map.never_seen') : <RelativeTime at={contact} />}
      </td>
      {RowCommand !== undefined && (
        <td className={classes.command}>
          <Suspense fallback={null}>
            <RowCommand
              vehicle={{
                id: row.vehicle_id,
                plate: row.plate,
                status: pin?.status ?? connectionStatus.disconnected,
              }}
              part={row.part}
            />
          </Suspense>
        </td>
      )}
    </>
  )
})
