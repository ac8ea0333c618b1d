// The title of the open screen: the frame provides it, and the screen decides its place. A screen about one thing gives the frame the thing's name.
import { Title } from '@mantine/core'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

const ScreenNameContext = createContext('')
/** Provides the title of the screen to everything below the frame. */
export const ScreenNameProvider = ScreenNameContext.Provider

let subjectName: string | undefined
const listeners = new Set<() => void>()
function setSubjectName(name: string | undefined): void {
  subjectName = name
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The name of the one thing that the open screen is about, once it is known; breadcrumbs and the window's title use it like the h1. */
export const useSubjectName = (): string | undefined =>
  useSyncExternalStore(subscribe, () => subjectName)

/** The name of the open screen, as in its h1. */
export function usePageName(): string {
  const screen = useContext(ScreenNameContext)
  return useSubjectName() ?? screen
}

/** The screen's h1, with the name of its subject (`own`); `hidden` visually when the screen needs no title. */
export function PageTitle({
  hidden = false,
  own,
}: {
  readonly hidden?: boolean
  readonly own?: string
}) {
  const screen = useContext(ScreenNameContext)
  useEffect(() => {
    if (own === undefined) return
    setSubjectName(own)
    return () => setSubjectName(undefined)
  }, [own])
  const name = own ?? screen
  return hidden ? <h1 className="flotta-hidden">{name}</h1> : <Title order={1}>{name}</Title>
}
