import { pageMeta } from '@flotta/core/contract.ts'
import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { companyOf } from '../../../people/auth/web/testing.ts'
import { agreements } from '../../agreements/contract.ts'
import ProviderAgreementsScreen from '../../agreements/web/ProviderAgreementsScreen.tsx'
import { demoState, removeDemo } from '../../demo/contract.ts'
import { customers } from '../contract.ts'
import ProviderCustomersScreen from './ProviderCustomersScreen.tsx'

const meta = (total: number) => pageMeta({ page: 1, per_page: 20 }, total)
const companies = answering(customers.list, {
  data: [
    {
      ...companyOf(),
      id: 8,
      name: 'Verdi',
      city: 'Bologna',
      email: 'v@x.example',
      parent_id: null,
    },
    { ...companyOf(), id: 9, name: 'Neri', city: null, email: null, parent_id: null },
  ],
  meta: meta(2),
})
const factsOf = async (name: string) => (await screen.findByTitle(name)).nextElementSibling
beforeEach(signIn)

test('a company shows its town and address, or a dash, and the demo is removed after a question', async () => {
  let companiesLeft = 2
  const { requests } = await show(
    <ProviderCustomersScreen />,
    companies,
    answering(demoState, () => ({ companies: companiesLeft })),
    answering(removeDemo, () => {
      companiesLeft = 0
      return null
    }),
  )
  expect(await factsOf('Verdi')).toHaveTextContent('Bologna · v@x.example')
  expect(await factsOf('Neri')).toHaveTextContent('—')
  await userEvent.click(screen.getByRole('button', { name: 'Togli la dimostrazione' }))
  const question = within(await screen.findByRole('dialog', { name: 'Togliere la dimostrazione?' }))
  expect(requests.some(a => a.method === 'DELETE')).toBe(false)
  await userEvent.click(question.getByRole('button', { name: 'Togli la dimostrazione' }))
  await waitFor(() =>
    expect(
      screen.queryByRole('button', { name: 'Togli la dimostrazione' }),
    ).not.toBeInTheDocument(),
  )
  expect(requests.filter(a => a.method === 'DELETE').map(a => a.path)).toEqual(['/provider/demo'])
})

test.each([
  ['without an end', null, /01\/11\/2026 – senza fine$/],
  ['with one', '2026-12-01T12:00:00Z', /01\/11\/2026 – 01\/12\/2026$/],
] as const)('an agreement %s shows its company and its period', async (_, active_to, period) => {
  await show(
    <ProviderAgreementsScreen />,
    answering(agreements.list, {
      data: [
        {
          id: 1,
          vehicle_id: 4,
          plate: 'AA001AA',
          customer_id: 8,
          customer_name: 'Verdi',
          agreement_id: 2,
          code: 'eyegeo',
          active_from: '2026-11-01T12:00:00Z',
          active_to,
        },
      ],
      meta: meta(1),
    }),
  )
  const facts = (await screen.findByTitle(/^AA001AA · /)).nextElementSibling
  expect(facts).toHaveTextContent(/^Verdi · /)
  expect(facts).toHaveTextContent(period)
})
