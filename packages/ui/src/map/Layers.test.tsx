// The choice of the background of a map.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { LayerSwitch } from './Layers.tsx'

test('the menu shows the layers on offer, marks the drawn one, and lets a person choose another [places.37]', async () => {
  const onChoose = vi.fn()
  const person = userEvent.setup()
  await show(
    <LayerSwitch
      offered={['essential', 'streets', 'satellite']}
      chosen="streets"
      onChoose={onChoose}
    />,
  )
  await person.click(screen.getByRole('button'))
  const items = await screen.findAllByRole('menuitemradio')
  expect(items.map(item => item.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false'])
  await person.click(items[2] as HTMLElement)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('satellite')
})
test('a single layer has no menu', async () => {
  await show(<LayerSwitch offered={['essential']} chosen="essential" onChoose={vi.fn()} />)
  expect(screen.queryByRole('button')).toBeNull()
})
