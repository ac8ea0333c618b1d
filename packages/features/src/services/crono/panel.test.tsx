// The panel with the link to the tachograph platform.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { data } from './contract.ts'
import CronoPanel from './panel.tsx'
import { openPlatform } from './web/open-platform.ts'

const vehicle = vehicleOf({ ...truck, active_agreements: [101] })
const url = 'https://crono.example.com/sso?signature=1'
/** The tab that opens; its `replace` records the address. */
const tabOf = () => ({ opener: {} as unknown, location: { replace: vi.fn() } })
beforeEach(signIn)

test('the panel opens the platform in a new tab, and again with a new link [crono.5]', async () => {
  const tab = tabOf()
  vi.spyOn(window, 'open').mockReturnValue(tab as never)
  const { requests } = await showAt(
    '/?v=1',
    <CronoPanel vehicle={vehicle} />,
    ...standing(),
    answering(data, { url }),
  )
  expect(await screen.findByText('Accesso eseguito')).toBeInTheDocument()
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(url)
  expect(tab.opener).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Vai alla piattaforma' }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledTimes(2))
  expect(requests.filter(a => a.path === '/services/crono/1')).toHaveLength(2)
})
test('the panel shows that it waits for the link [crono.4]', async () => {
  const never = { e: data, respond: () => new Promise<never>(() => undefined) as never }
  await showAt('/?v=1', <CronoPanel vehicle={vehicle} />, ...standing(), never)
  expect(await screen.findByText('Apertura della piattaforma…')).toBeInTheDocument()
})
test('a failure refers the person to support and can be tried again [crono.7]', async () => {
  const open = vi.spyOn(window, 'open')
  const refusal = failing(data, 503, {
    message: 'L’attivazione non è riuscita: contatta l’assistenza tecnica.',
    code: 'unavailable',
  })
  const { requests } = await showAt(
    '/?v=1',
    <CronoPanel vehicle={vehicle} />,
    ...standing(),
    refusal,
  )
  expect(await screen.findByText(/contatta l’assistenza tecnica/)).toBeInTheDocument()
  expect(open).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  await waitFor(() => expect(requests.filter(a => a.path === '/services/crono/1')).toHaveLength(2))
})
test('where no tab can be opened, the same page goes to the platform [crono.6]', () => {
  const assign = vi.fn()
  openPlatform(url, { open: () => null, location: { assign } as never })
  expect(assign).toHaveBeenCalledExactlyOnceWith(url)
})
