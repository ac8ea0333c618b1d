// The reports that were requested in this window and are not ready yet. They are remembered across screens and reloads, so that the requester is notified.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Report, reports } from '../contract.ts'

/** The key of their ids in the session storage, which survives a reload and ends with the window. */
const KEY = 'flotta.reports.awaited'
const StoredIds = z.array(reports.list.reply.element.shape.id).max(100)

function readStoredIds(): readonly number[] {
  try {
    const storedIds = StoredIds.safeParse(JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]'))
    return storedIds.success ? storedIds.data : []
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
    // Without storage they are forgotten with the page.
  }
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const awaitReport = ({ id }: Pick<Report, 'id'>): void =>
  setWaiting(waiting.includes(id) ? waiting : [...waiting, id])
export const endWaiting = (id: number): void =>
  setWaiting(waiting.filter(waitingId => waitingId !== id))
/** Continues with the reports that were awaited before a reload. */
export const resumeWaiting = (): void => setWaiting([...new Set([...readStoredIds(), ...waiting])])
export const useWaiting = (): readonly number[] => useSyncExternalStore(subscribe, () => waiting)
