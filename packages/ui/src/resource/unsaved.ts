// Forms with changes that are not saved: whoever leads away from them asks first.
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm } from '../Confirm.tsx'
import { say } from '../texts.ts'

const forms = new Set<() => boolean>()
const isAny = (): boolean => [...forms].some(isDirty => isDirty())

/** True where nothing is lost, or the person wants to lose it. */
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

/** While `isDirty()`, another page, the browser's back and the closing of the tab ask first; so does who calls `mayLeave`. What changes behind `?` alone leads nowhere. */
export function useUnsaved(isDirty: () => boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => {
    const ask = () => latest.current()
    forms.add(ask)
    return () => void forms.delete(ask)
  }, [])
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && latest.current() && !(await mayLeave()),
    enableBeforeUnload: () => latest.current(),
  })
}
