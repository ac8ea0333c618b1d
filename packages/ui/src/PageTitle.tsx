// The title of the screen that is open: the frame knows it, the screen says where it stands.
import { Title } from '@mantine/core'
import { createContext, useContext } from 'react'

const Named = createContext('')
/** The frame names the screen for everything below it. */
export const NamedPage = Named.Provider

/** The screen's h1; `hidden` to the eye where the screen explains itself. */
export function PageTitle({ hidden = false }: { readonly hidden?: boolean }) {
  const name = useContext(Named)
  return hidden ? <h1 className="flotta-hidden">{name}</h1> : <Title order={1}>{name}</Title>
}
