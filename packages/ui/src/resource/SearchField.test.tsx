// The search field of a list names what it searches, in a short form where the long one would be cut.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing.tsx'
import { SearchField } from './SearchField.tsx'

const label = 'Cerca per targa, flotta, avviso o destinatario'
const field = () => screen.getByRole('searchbox', { name: label })
const nothing = () => undefined

test('the field is as wide as its words [general.105]', async () => {
  await show(<SearchField label={label} typed="" onType={nothing} />)
  expect(field()).toHaveAttribute('placeholder', label)
  expect(field().closest('.mantine-TextInput-root')).toHaveStyle(
    `--search-letters: ${label.length}`,
  )
})
test('a narrow field has a shorter hint and keeps its name [general.105]', async () => {
  await show(<SearchField label={label} isNarrow typed="" onType={nothing} />)
  expect(field()).toHaveAttribute('placeholder', 'Cerca')
})
