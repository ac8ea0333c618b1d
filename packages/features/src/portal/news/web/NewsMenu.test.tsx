// The news of the bar.

import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { standing } from '../../../map/global-map/web/testing.ts'
import { userCustomer } from '../../../people/auth/contract.ts'
import { companyOf } from '../../../people/auth/web/testing.ts'
import { NewsMenu } from './NewsMenu.tsx'

beforeEach(signIn)
const withRegister = (value: '0' | '1') =>
  answering(userCustomer, companyOf({ t_check: value }, 'Demo'))

test('the menu has three links, the newest first; a link opens its page, and closing the page leads back [news.1, news.2]', async () => {
  await show(<NewsMenu />, ...standing())
  await userEvent.click(await screen.findByRole('button', { name: 'Novità, 3' }))
  const links = await screen.findAllByRole('link')
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    '/news/it/temperature-register.html',
    '/news/it/lock-control.html',
    '/news/it/ignition-control.html',
  ])
  await userEvent.click(screen.getByRole('link', { name: /Controllo della serratura/ }))
  const page = await screen.findByRole('dialog', { name: 'Controllo della serratura' })
  expect(within(page).getByTitle('Controllo della serratura')).toHaveAttribute(
    'src',
    '/news/it/lock-control.html',
  )
  await userEvent.click(within(page).getByText('Chiudi'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
test.each([
  ['has', '1', 'Attivo', false],
  ['does not have', '0', 'Non attivo', true],
] as const)(
  'the temperature register is marked for a customer who %s it [news.7]',
  async (_, value, word, dimmed) => {
    await show(<NewsMenu />, ...standing(), withRegister(value))
    await userEvent.click(await screen.findByRole('button', { name: 'Novità, 3' }))
    const link = await screen.findByRole('link', { name: /Registro delle temperature/ })
    expect(link).toHaveTextContent(word)
    expect(link.hasAttribute('data-dimmed')).toBe(dimmed)
  },
)
