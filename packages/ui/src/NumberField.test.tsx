// Numbers as people type them.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { NumberField } from './NumberField.tsx'
import { show } from './testing.tsx'

const change = vi.fn()
function Field({ decimals }: { readonly decimals: number }) {
  const [value, setValue] = useState<number | string>(7)
  change(value)
  return (
    <NumberField
      label="Importo"
      value={value}
      onChange={setValue}
      decimals={decimals}
      max={10_000_000}
    />
  )
}
test.each<[string, number, number, string]>([
  ['1.250,5', 2, 1250.5, '1250,5'],
  ['12.50', 2, 12.5, '12,50'],
  ['1.250.000', 0, 1_250_000, '1250000'],
  ['2,5', 0, 2, '2'],
  ['-18.5', 0, -18, '-18'],
])(
  'the text %s with %i decimals is read as %d [general.22]',
  async (typed, decimals, value, read) => {
    await show(<Field decimals={decimals} />)
    const field = screen.getByRole('textbox', { name: 'Importo' })
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    expect(field).toHaveValue(read)
    expect(change).toHaveBeenLastCalledWith(value)
  },
)
