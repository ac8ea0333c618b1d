// Decides who may see a kind of a vehicle's data, and of what time. Nobody sees a kind that is not declared.
import type { Access, Visibility } from '@flotta/core/kinds.ts'
import { neverPrivate } from '@flotta/core/private-times.ts'
import { kindOf } from '../../kinds.ts'

/** Epoch ms, both inclusive. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

const hasAgreement = (open: Exclude<Visibility, 'everybody'>, access: Access): boolean =>
  open.agreements.some(id => access.agreements.includes(id))
/** The access of a reader who may see nothing. */
export const noAccess: Access = {
  owner: false,
  agreements: [],
  grants: [],
  private_times: neverPrivate,
}

const isAlwaysOpen = (open: Visibility, { owner }: Access): boolean =>
  open === 'everybody' || (owner && open.owner === true)

/** Whether data of a kind and of that time (epoch ms; null: none yet) may be shown. */
export const maySee = (kind: string, access: Access, at: number | null): boolean =>
  mayBeNotified(kind, access, at) && !(kindOf(kind)?.reveals_place && isPrivate(access, at))
/** Whether the vehicle was in a private time. */
export const isPrivate = ({ private_times }: Access, at: number | null): boolean =>
  at !== null && private_times.holds(at)

/** Whether a reader may be notified of such data. A notification reveals no place, so private times do not matter. */
export function mayBeNotified(kind: string, access: Access, at: number | null): boolean {
  const open = kindOf(kind)?.open
  if (open === undefined) return false
  if (isAlwaysOpen(open, access)) return true
  if (open === 'everybody' || !hasAgreement(open, access)) return false
  return (
    access.owner ||
    (at !== null &&
      access.grants.some(
        g =>
          open.agreements.includes(g.agreement_id) && g.from <= at && (g.to === null || at < g.to),
      ))
  )
}

/** The parts of a period whose data may be shown, ascending and without overlap. */
export function visibleRanges(kind: string, access: Access, from: number, to: number): TimeRange[] {
  const kindDefinition = kindOf(kind)
  if (kindDefinition === undefined) return []
  const visible = visibleRangesFor(kindDefinition.open, access, from, to)
  return kindDefinition.reveals_place
    ? visible.flatMap(stretch => access.private_times.openOf(stretch.from, stretch.to))
    : visible
}

/** The same for data with a visibility of their own, as a service declares it. Such data reveal no places. */
export function visibleRangesFor(
  open: Visibility,
  access: Access,
  from: number,
  to: number,
): TimeRange[] {
  if (from > to) return []
  if (isAlwaysOpen(open, access)) return [{ from, to }]
  if (open === 'everybody' || !hasAgreement(open, access)) return []
  if (access.owner) return [{ from, to }]
  const ranges: { from: number; to: number }[] = []
  const grants = access.grants
    .filter(g => open.agreements.includes(g.agreement_id))
    .toSorted((a, b) => a.from - b.from)
  for (const grant of grants) {
    const stretch = {
      from: Math.max(from, grant.from),
      to: Math.min(to, grant.to === null ? to : grant.to - 1),
    }
    const before = ranges.at(-1)
    if (stretch.from > stretch.to) continue
    if (before && stretch.from <= before.to + 1) before.to = Math.max(before.to, stretch.to)
    else ranges.push(stretch)
  }
  return ranges
}
