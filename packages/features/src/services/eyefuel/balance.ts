// The balance of a tank: from the rows of its history, its level at a moment, and what was filled, stolen and burned between two moments. All fuel figures
// are computed here.

import { countBefore } from '@flotta/core/sorted.ts'
import { GOES_ON } from './burning.ts'
import type { Fuel } from './kinds.ts'

/** A row of the history, percent of the tank. Rows from before levels were estimated have neither `level` nor amounts. */
export type LevelRow = Pick<
  Fuel,
  'tank_usage' | 'type' | 'tank_usage_before' | 'level' | 'refuelled' | 'stolen' | 'restarted'
> & {
  readonly at: number
}

/** A theft or a refuel, percent of the tank. */
export interface FuelChange {
  /** When it was detected. */
  readonly at: number
  readonly type: 'theft' | 'refuel'
  readonly before: number
  readonly after: number
  /** The amount, even if fuel was burned meanwhile. */
  readonly amount: number
}

/** Percent of the tank. */
export interface Balance {
  readonly level_from: number
  readonly level_to: number
  readonly refuelled: number
  readonly stolen: number
  /** level_from − level_to + refuelled − stolen; negative where the level rose by itself. null: the way of measuring changed meanwhile. */
  readonly burned: number | null
}
export interface FuelBook {
  readonly changes: readonly FuelChange[]
  /**
   * The balance of a stretch, `to` exclusive. A theft or a refuel counts completely at the moment of its detection. null: no level was known by the end of
   * the stretch.
   */
  between(from: number, to: number): Balance | null
  /** Percent burned until a moment, counted from the first row: differences of it equal `between`; null under the same conditions. */
  burnedUntil(at: number): number | null
}

interface Entry {
  readonly at: number
  readonly level: number
  readonly type: FuelChange['type'] | null
  readonly before: number | null
  readonly refuelled: number
  readonly stolen: number
  readonly restarted: boolean
}

/** The index of the row where the theft or refuel of row `i` ends, for rows that have no amounts. */
function lastOf(rows: readonly LevelRow[], i: number): number {
  const firstRow = rows[i]
  if (firstRow === undefined || firstRow.type === null) return i
  const direction = firstRow.type === 'theft' ? -1 : 1
  let last = i
  for (let n = i + 1; n < rows.length; n++) {
    const { type, tank_usage, at, level: estimate } = rows[n] as LevelRow
    const level = rows[last]?.tank_usage ?? null
    if (
      estimate !== undefined ||
      type !== null ||
      tank_usage === null ||
      level === null ||
      at - firstRow.at > GOES_ON ||
      (tank_usage - level) * direction < 0
    )
      break
    last = n
  }
  return last
}

function entriesOf(rows: readonly LevelRow[]): Entry[] {
  const levelRows = rows.filter(row => row.tank_usage !== null)
  const entries: Entry[] = []
  /** The row until which an older change continues. */
  let goesOn = { type: null as FuelChange['type'] | null, until: -1 }
  for (const [
    i,
    {
      at,
      tank_usage,
      type,
      tank_usage_before: before,
      level: estimate,
      refuelled = 0,
      stolen = 0,
      restarted = false,
    },
  ] of levelRows.entries()) {
    const level = estimate ?? tank_usage ?? 0
    if (estimate !== undefined) {
      entries.push({ at, level, type, before, refuelled, stolen, restarted })
      continue
    }
    const last = entries.at(-1)?.level ?? level
    if (type !== null) goesOn = { type, until: lastOf(levelRows, i) }
    const grown = i > goesOn.until ? 0 : level - (type === null ? last : (before ?? last))
    const [came, went] = goesOn.type === 'theft' ? [0, -grown] : [grown, 0]
    entries.push({
      at,
      level,
      type,
      before: before ?? last,
      refuelled: came,
      stolen: went,
      restarted,
    })
  }
  return entries
}

/** The sums at an entry, percent. */
interface Account {
  readonly at: number
  /** The level if nothing had been filled, stolen or burned since the first entry; it changes only where the way of measuring changes. */
  readonly base: number
  readonly burned: number
  /** A change counts completely when it is detected. */
  readonly refuelled: number
  readonly stolen: number
  /** How often the way of measuring has changed. */
  readonly restarts: number
}

function accountsOf(entries: readonly Entry[], amounts: readonly (number | null)[]): Account[] {
  let [came, went, burned, refuelled, stolen, restarts] = [0, 0, 0, 0, 0, 0]
  let hasOwner = false
  return entries.map((entry, i) => {
    const past = entries[i - 1]
    // A change that continues from before the first entry is not counted.
    const counts = past !== undefined || entry.type !== null
    const [comes, goes] = counts ? [entry.refuelled, entry.stolen] : [0, 0]
    if (past !== undefined && !entry.restarted) burned += past.level - entry.level + comes - goes
    came += comes
    went += goes
    hasOwner ||= entry.type !== null
    const amount = amounts[i] ?? 0
    if (!hasOwner) [refuelled, stolen] = [refuelled + comes, stolen + goes]
    else if (entry.type === 'theft') stolen += amount
    else if (entry.type === 'refuel') refuelled += amount
    if (entry.restarted) restarts++
    return {
      at: entry.at,
      base: entry.level - came + went + burned,
      burned,
      refuelled,
      stolen,
      restarts,
    }
  })
}

/** The amount of each change at the entry that begins it, with its continuation included; null: the entry begins none. */
function amountsOf(entries: readonly Entry[]): (number | null)[] {
  const amounts: (number | null)[] = entries.map(() => null)
  let ownerIndex = -1
  for (const [i, { type, refuelled, stolen }] of entries.entries()) {
    if (type !== null) ownerIndex = i
    const owner = entries[ownerIndex]?.type
    if (owner !== undefined && owner !== null)
      amounts[ownerIndex] =
        (amounts[ownerIndex] ?? 0) + (owner === 'theft' ? stolen - refuelled : refuelled - stolen)
  }
  return amounts
}

const tenths = (value: number): number => Math.round(value * 10) / 10

/** The thefts and refuels of the entries, each with the level before and after it. */
const changesOf = (
  entries: readonly Entry[],
  amounts: readonly (number | null)[],
): readonly FuelChange[] =>
  entries.flatMap(({ at, type, before, level, refuelled, stolen }, i): FuelChange[] => {
    const amount = amounts[i]
    if (type === null || amount == null) return []
    const [change, levelOffset] =
      type === 'theft'
        ? [-amount, stolen - refuelled - amount]
        : [amount, amount - refuelled + stolen]
    return [
      {
        at,
        type,
        before: before ?? tenths(level + levelOffset - change),
        after: tenths(level + levelOffset),
        amount,
      },
    ]
  })

/**
 * Makes the balance from rows.
 * @param rows in order of time: those of the period, the row before it, the rows of the half hour after it, and the next one
 */
export function bookOf(rows: readonly LevelRow[]): FuelBook {
  const entries = entriesOf(rows)
  const amounts = amountsOf(entries)
  const accounts = accountsOf(entries, amounts)
  /** The last account before a moment, with what was burned by then; null: there is none. */
  const accountAt = (at: number): Account | null => {
    const i = firstFrom(accounts, at) - 1
    const account = accounts[i]
    if (account === undefined) return null
    const next = accounts[i + 1]
    if (next === undefined || next.at === account.at) return account
    return {
      ...account,
      burned:
        account.burned +
        ((next.burned - account.burned) * (at - account.at)) / (next.at - account.at),
    }
  }
  const first = accounts[0]
  /** The account before the first row: the first level stands for all the time before it. */
  const beginning: Account | null =
    first === undefined ? null : { ...first, burned: 0, refuelled: 0, stolen: 0, restarts: 0 }
  const levelOf = ({ base, refuelled, stolen, burned }: Account): number =>
    base + refuelled - stolen - burned
  return {
    changes: changesOf(entries, amounts),
    between(from, to) {
      const end = accountAt(to)
      const start = accountAt(from) ?? beginning
      if (end === null || start === null) return null
      return {
        level_from: levelOf(start),
        level_to: levelOf(end),
        refuelled: end.refuelled - start.refuelled,
        stolen: end.stolen - start.stolen,
        burned: end.restarts === start.restarts ? end.burned - start.burned : null,
      }
    },
    burnedUntil: at => (accountAt(at) ?? beginning)?.burned ?? null,
  }
}

/** The index of the first account that is not before a moment. */
const firstFrom = (accounts: readonly Account[], at: number): number =>
  countBefore(accounts.length, i => (accounts[i] as Account).at >= at)
