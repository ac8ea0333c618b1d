// The parts around every page: the list of keys, the colour switch, and the page for an unknown address.
import { ScreenNameProvider } from '@flotta/ui/PageTitle.tsx'
import { show, signIn } from '@flotta/ui/testing.tsx'
import { setLanguage } from '@flotta/ui/texts.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { standing } from '../../../map/global-map/web/testing.ts'
import { type MenuScreen, screens } from '../../../screens.ts'
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import NotFound from './NotFound.tsx'
import { NotIncluded } from './NotIncluded.tsx'

const menuScreen = (path: string, isDimmed = false): MenuScreen =>
  ({ ...screens.find(screen => screen.path === path), isDimmed }) as MenuScreen

test('the key ? opens a list of the keys, with the letters of the screens that the person may open', async () => {
  await show(
    <KeyboardHelp
      menu={[
        menuScreen('/vehicles'),
        menuScreen('/tcos', true),
        menuScreen('/temperature-register'),
      ]}
    />,
  )
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Scorciatoie da tastiera' }))
  expect(dialog.getByText('Cerca ovunque').parentElement).toHaveTextContent(/Ctrl K.*oppure.*\//)
  expect(dialog.getAllByRole('listitem').map(item => item.textContent)).toEqual(['MezziG V'])
})
test('a question mark that is typed into a field stays in the field', async () => {
  await show(
    <>
      <KeyboardHelp menu={[]} />
      <input aria-label="Note" />
    </>,
  )
  await userEvent.type(screen.getByLabelText('Note'), 'perché?')
  expect(screen.getByLabelText('Note')).toHaveValue('perché?')
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('a switch changes between the light and the dark theme, and names the theme that it changes to [general.12]', async () => {
  await show(<ColorSchemeSwitch />)
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')
  await userEvent.click(screen.getByRole('button', { name: 'Passa al tema scuro' }))
  expect(scheme()).toBe('dark')
  await userEvent.click(screen.getByRole('button', { name: 'Passa al tema chiaro' }))
  expect(scheme()).toBe('light')
})
test.each([
  ['it', 'Pagina non trovata', 'Torna alla home'],
  ['en', 'Oops. This page has gone missing.', 'Back to Home'],
] as const)(
  'an unknown address shows a message in the reader’s language and a link home: %s [navigation.29]',
  async (language, title, home) => {
    await setLanguage(language)
    await show(<NotFound />)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: home })).toHaveAttribute('href', '/')
  },
)
test('a screen that is switched off for the company shows this, and whom to write to for activation [navigation.79]', async () => {
  signIn()
  await show(
    <ScreenNameProvider value="Costi di esercizio">
      <NotIncluded />
    </ScreenNameProvider>,
    ...standing(),
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Costi di esercizio' })).toBeInTheDocument()
  expect(screen.getByText('La tua azienda non ha questo servizio')).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Scrivici per attivarlo' })).toHaveAttribute(
    'href',
    'mailto:info@example.com?subject=Costi%20di%20esercizio',
  )
})
