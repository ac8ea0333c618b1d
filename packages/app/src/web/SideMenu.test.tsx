// The side menu: its words, its fold in a low window, and the keys that go to its screens.
import { signedInAs } from '@flotta/features/people/auth/web/testing.ts'
import { useGoKeys } from '@flotta/features/portal/shell/web/useGoKeys.ts'
import { forgetPreferences, setPreference } from '@flotta/ui/preferences.ts'
import { show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SideMenu } from './SideMenu.tsx'
import { useMenus } from './useScreens.ts'

const height = window.innerHeight
beforeEach(signIn)
afterEach(() => {
  window.innerHeight = height
  setPreference('wide_menu', false)
})
const menu = () => screen.findByRole('navigation', { name: 'Menu principale' })
const suspended = (what: React.ReactNode) => <Suspense fallback={null}>{what}</Suspense>

test('it widens to words, and the browser remembers it [navigation.76]', async () => {
  const { unmount } = await show(suspended(<SideMenu />), ...signedInAs('edit'))
  expect(within(await menu()).queryByText('Mezzi')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Mostra i nomi nel menu' }))
  expect(within(await menu()).getByText('Mezzi')).toBeInTheDocument()
  unmount()
  forgetPreferences()
  await show(suspended(<SideMenu />), ...signedInAs('edit'))
  expect(within(await menu()).getByText('Mezzi')).toBeInTheDocument()
})
test.each([
  [768, false],
  [1000, true],
])(
  'at %i px the whole management stands in it: %s [navigation.77]',
  async (innerHeight, isWhole) => {
    window.innerHeight = innerHeight
    await show(suspended(<SideMenu />), ...signedInAs('edit'))
    const links = within(await menu())
    // Active alerts are needed every day, so they are never folded.
    expect(links.getByRole('link', { name: 'Avvisi attivi' })).toBeInTheDocument()
    if (isWhole) {
      expect(links.getByRole('link', { name: 'Utenti' })).toBeInTheDocument()
      return
    }
    expect(links.queryByRole('link', { name: 'Utenti' })).not.toBeInTheDocument()
    await userEvent.click(links.getByRole('button', { name: 'Gestione' }))
    expect(await screen.findByRole('menuitem', { name: 'Utenti' })).toHaveAttribute(
      'href',
      '/users',
    )
  },
)

function Keys() {
  const { main, management } = useMenus()
  useGoKeys([...main, ...management])
  return <input aria-label="field" />
}
test('g and a letter go to a screen, and type into a field [general.100]', async () => {
  const { address } = await show(suspended(<Keys />), ...signedInAs('edit'))
  const field = await screen.findByRole('textbox', { name: 'field' })
  await userEvent.type(field, 'gv')
  expect(field).toHaveValue('gv')
  field.blur()
  await userEvent.keyboard('v')
  expect(address()).toBe('/')
  await userEvent.keyboard('gv')
  await waitFor(() => expect(address()).toBe('/vehicles'))
  // A screen that this company does not have.
  await userEvent.keyboard('gc')
  await userEvent.keyboard('ga')
  await waitFor(() => expect(address()).toBe('/active-alerts'))
})
