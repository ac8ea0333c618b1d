// Before a person leaves a form with unsaved changes, a question asks whether to discard them (general.75).
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { confirm } from '../Confirm.tsx'
import { say } from '../texts.ts'

const forms = new Set<() => boolean>()
const isAny = (): boolean => [...forms].some(isDirty => isDirty())

/** True when no form has unsaved changes, or when the person agrees to lose them. */
export async function mayLeave(): Promise<boolean> {
  if (!isAny()) return true
  return confirm({
    title: say('ui.unsaved.title'),
    text: say('ui.unsaved.text'),
    confirm: say('ui.unsaved.leave'),
    cancel: say('ui.unsaved.stay'),
    color: 'red',
  })
}

/** While `isDirty()`, leaving for another page, going back, closing the tab and `mayLeave` ask first. A change of the query alone does not leave the page. */
export function useUnsaved(isDirty: () => boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  // A form that was saved and removed from the page has nothing to lose; on a busy machine its other effects end only after the next click.
  const isThere = useRef(true)
  useLayoutEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const ask = useCallback(() => isThere.current && latest.current(), [])
  useEffect(() => {
    forms.add(ask)
    return () => void forms.delete(ask)
  }, [ask])
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && ask() && !(await mayLeave()),
    enableBeforeUnload: ask,
  })
}
