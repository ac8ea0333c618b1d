// When one part of a page fails, the rest continues, and the part can be shown again.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { show } from './testing.tsx'

/** React and the boundary log the error, which is expected here. */
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

let isBroken = true
function Panel() {
  if (isBroken) throw new Error('a panel that cannot be drawn')
  return <p>pannello</p>
}
function Page() {
  const [vehicle, setVehicle] = useState(1)
  return (
    <>
      <button type="button" onClick={() => setVehicle(2)}>
        altro mezzo
      </button>
      <ErrorBoundary resetKey={vehicle}>
        <Panel />
      </ErrorBoundary>
    </>
  )
}

test('a broken part of the screen has a message, and is drawn again when a person tries again', async () => {
  isBroken = true
  await show(<Page />)
  expect(screen.getByRole('alert')).toHaveTextContent('Questa parte si è bloccata')
  expect(screen.getByRole('button', { name: 'altro mezzo' })).toBeEnabled()
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(screen.getByRole('alert')).toBeInTheDocument()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(screen.getByText('pannello')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})
test('choosing another vehicle draws a broken part again without a click', async () => {
  isBroken = true
  await show(<Page />)
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'altro mezzo' }))
  expect(screen.getByText('pannello')).toBeInTheDocument()
})
