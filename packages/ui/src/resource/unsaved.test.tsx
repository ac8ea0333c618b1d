// The question before a form with unsaved changes is left.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing.tsx'
import { mayLeave, useUnsaved } from './unsaved.ts'

function Form() {
  useUnsaved(() => true)
  return <p>Modulo</p>
}

test('a form that has left the page asks nothing, even before its effects have ended [general.75]', async () => {
  const answers: boolean[] = []
  function Page() {
    const [isOpen, setOpen] = useState(true)
    // At the earliest moment of a click: the form is gone, but React's later effects have not run yet.
    useLayoutEffect(() => {
      if (!isOpen) void mayLeave().then(may => answers.push(may))
    }, [isOpen])
    return (
      <>
        {isOpen && <Form />}
        <button type="button" onClick={() => setOpen(false)}>
          Chiudi
        </button>
      </>
    )
  }
  await show(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Chiudi' }))
  await waitFor(() => expect(answers).toEqual([true]))
  expect(screen.queryByRole('dialog')).toBeNull()
})
