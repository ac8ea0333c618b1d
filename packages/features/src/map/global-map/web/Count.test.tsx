// When a screen reader announces the count of the map.
import { show } from '@flotta/ui/testing.tsx'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Count, type CountProps } from './Count.tsx'

test('a vehicle that stops changes the number on the screen, and a screen reader hears a new number with the filter alone', async () => {
  const [moving, none] = [{}, {}]
  let change: (props: CountProps) => void = () => undefined
  function Screen() {
    const [props, set] = useState<CountProps>({ all: undefined, shown: 0, by: moving })
    change = next => act(() => set(next))
    return <Count {...props} />
  }
  await show(<Screen />)
  const place = screen.getAllByRole('status').find(one => one.classList.contains('flotta-hidden'))
  expect(place).toBeEmptyDOMElement()
  change({ all: 40, shown: 18, by: moving })
  expect(place).toHaveTextContent('18 di 40')
  change({ all: 40, shown: 17, by: moving })
  expect(screen.getByText('17 di 40')).toBeVisible()
  expect(place).toHaveTextContent('18 di 40')
  change({ all: 40, shown: 40, by: none })
  expect(place).toHaveTextContent('40 mezzi')
})
