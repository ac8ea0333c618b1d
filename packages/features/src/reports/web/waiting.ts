// The reports that were asked for on this page and are not ready yet: who asked is told when they are, wherever he is by then.
import { useSyncExternalStore } from 'react'
import type { Report } from '../contract.ts'

let waiting: readonly number[] = []
const listeners = new Set<() => void>()
function put(next: readonly number[]): void {
  waiting = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const awaitReport = ({ id }: Pick<Report, 'id'>): void => put(waiting.includes(id) ? waiting : [...waiting, id])
export const endWaiting = (id: number): void => put(waiting.filter(other => other !== id))
export const useWaiting = (): readonly number[] => useSyncExternalStore(subscribe, () => waiting)
