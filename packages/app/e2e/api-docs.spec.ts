// The page of the API: calls can be tried on it, and no other host receives a request.
import { expect } from '@playwright/test'
import { test } from './product.ts'

test('a call is tried, and no other host is asked [api.118]', async ({ page, baseURL }) => {
  const hosts = new Set<string>()
  page.on('request', request => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  await page.goto('/api/docs')
  const call = page.locator('#getAbout')
  await call.locator('summary').click()
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.locator('form pre')).toContainText('200')
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})
