// The reports that were asked for in this window and are not ready yet: who asked is told when they are, wherever he is by then, also after a reload.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Report, reports } from '../contract.ts'

/** Ids, in the window's own storage: it outlives a reload, and ends with the window. */
const KEY = 'flotta.reports.awaited'
const StoredIds = z.array(reports.list.reply.element.shape.id).max(100)

function readStoredIds(): readonly number[] {
  try {
    const read = StoredIds.safeParse(JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

let waiting: readonly number[] = []
const listeners = new Set<() => void>()
function setWaiting(next: readonly number[]): void {
  waiting = next
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // a browser that stores nothing forgets them with the page
  }
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const awaitReport = ({ id }: Pick<Report, 'id'>): void =>
  setWaiting(waiting.includes(id) ? waiting : [...waiting, id])
export const endWaiting = (id: number): void => setWaiting(waiting.filter(other => other !== id))
/** Goes on with what was awaited before a reload. */
export const resumeWaiting = (): void => setWaiting([...new Set([...readStoredIds(), ...waiting])])
export const useWaiting = (): readonly number[] => useSyncExternalStore(subscribe, () => waiting)
