// The page of the API: calls can be tried on it, and no other host is asked.
import { expect } from '@playwright/test'
import { test } from './product.ts'

test('a call is tried, and no other host is asked [api.118]', async ({ page, baseURL }) => {
  const hosts = new Set<string>()
  page.on('request', request => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  await page.goto('/api/docs#/about/getAbout')
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table .response-col_status').last()).toHaveText('200')
  await expect(page.locator('#plain')).toHaveCount(0)
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})
