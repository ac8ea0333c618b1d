// The bottom bar of the provider's area on a phone.
import { signedInAs } from '@flotta/features/people/auth/web/testing.ts'
import { show, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { InstallationTabs } from './InstallationLayout.tsx'

beforeEach(signIn)

test('four screens stand in the bar by name, the others in its menu [installation.85]', async () => {
  await show(
    <Suspense fallback={null}>
      <InstallationTabs />
    </Suspense>,
    ...signedInAs('edit', {}, true),
  )
  const bar = within(await screen.findByRole('navigation', { name: 'Menu dell’installazione' }))
  expect(bar.getAllByRole('link').map(link => link.textContent)).toEqual([
    'Aziende',
    'Mezzi',
    'Localizzatori',
    'Da assegnare',
  ])
  await userEvent.click(bar.getByRole('button', { name: 'Menu' }))
  expect(await screen.findByText('Persone')).toBeInTheDocument()
  expect(screen.getByText('Accessi ai dati')).toBeInTheDocument()
})
