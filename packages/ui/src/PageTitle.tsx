// The title of the screen that is open: the frame knows it, the screen says where it stands. A screen about one thing tells the frame its name.
import { Title } from '@mantine/core'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

const ScreenNameContext = createContext('')
/** The frame names the screen for everything below it. */
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
/** The name of the one thing that the open screen is about, once it is known: crumbs and the window say it as the h1 does. */
export const useSubjectName = (): string | undefined =>
  useSyncExternalStore(subscribe, () => subjectName)

/** What the open screen is called, as its h1 says it. */
export function usePageName(): string {
  const screen = useContext(ScreenNameContext)
  return useSubjectName() ?? screen
}

/** The screen's h1, by the name of what it is about (`own`); `hidden` to the eye where the screen explains itself. */
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
