// Copying on a page without https: the tests' window has neither a clipboard nor the older method, so each test provides the one that it needs.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyText } from './copy.ts'
import { show } from './testing.tsx'

/** The texts that were copied by the older method. */
const copies: string[] = []
function giveCommand(works: boolean): void {
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: (command: string) => {
      const { activeElement } = document
      if (command === 'copy' && works && activeElement instanceof HTMLTextAreaElement)
        copies.push(
          activeElement.value.slice(activeElement.selectionStart, activeElement.selectionEnd),
        )
      return works
    },
  })
}
beforeEach(() => {
  copies.length = 0
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }))
})
afterEach(() => void Reflect.deleteProperty(document, 'execCommand'))

test('without https a text is still copied, and focus and selection stay [general.103]', async () => {
  giveCommand(true)
  await show(
    <div role="dialog">
      <p>AB123CD</p>
      <button type="button">Copia</button>
    </div>,
  )
  const button = screen.getByRole('button')
  button.focus()
  getSelection()?.selectAllChildren(screen.getByText('AB123CD'))
  await copyText('45.1, 9.7')
  expect(copies).toEqual(['45.1, 9.7'])
  expect(await screen.findByText('Copiato')).toBeVisible()
  expect(button).toHaveFocus()
  expect(getSelection()?.toString()).toBe('AB123CD')
  expect(document.querySelector('textarea')).toBeNull()
})
test('a text that cannot be copied has a message, and is shown if it is short [general.103]', async () => {
  giveCommand(false)
  await show(<p>Mappa</p>)
  await copyText('https://flotta.example/printer')
  expect(await screen.findByText('Il browser non permette la copia')).toBeVisible()
  expect(screen.getByText('https://flotta.example/printer')).toBeVisible()
  await copyText('x'.repeat(10_000))
  expect(await screen.findByText('Il browser non permette la copia')).toBeVisible()
  expect(screen.queryByText(/xxx/)).toBeNull()
  expect(screen.queryByText('Copiato')).toBeNull()
})
test('a text on the page is selected, so that one key copies it [general.103]', async () => {
  giveCommand(false)
  await show(<p>codice</p>)
  await copyText('codice', () => getSelection()?.selectAllChildren(screen.getByText('codice')))
  expect(await screen.findByText(/premi Ctrl\+C/)).toBeVisible()
  expect(getSelection()?.toString()).toBe('codice')
})
