// The breadcrumbs: in the bar of a wide window, on a line of their own in a narrow one.
import { showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Breadcrumbs, BreadcrumbsLine } from './Breadcrumbs.tsx'

const wide = window.innerWidth
beforeEach(signIn)
afterEach(() => {
  window.innerWidth = wide
})

test('the separate line is shown in windows narrower than 62em, also on a phone, and not in wider ones [navigation.65]', async () => {
  for (const [width, lines] of [
    [1366, 0],
    [992, 0],
    [991, 1],
    [390, 1],
  ] as const) {
    window.innerWidth = width
    const { unmount } = await showAt('/drivers', <BreadcrumbsLine />)
    expect([width, screen.queryAllByRole('navigation').length]).toEqual([width, lines])
    unmount()
  }
})
test('the crumbs link to the pages above, and the last one names the open page [navigation.64]', async () => {
  await showAt('/drivers/activity', <Breadcrumbs />)
  const crumbs = within(await screen.findByRole('navigation', { name: 'Percorso' }))
  expect(crumbs.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/',
    '/drivers',
  ])
  expect(crumbs.getByText('Attività autisti')).toHaveAttribute('aria-current', 'page')
})
