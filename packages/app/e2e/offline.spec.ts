// When the server is gone, the page says so: a banner and the time, no endless skeletons. Everything works again by itself when the server is back.
import { expect } from '@playwright/test'
import { accessible, mapDrawn, signIn, test } from './product.ts'

// Screens that were loaded ahead open although the server is gone.
test.use({ loadsAhead: true })

test('a dead line is told within seconds, greys what is shown, and heals by itself [general.86, general.87, general.88]', async ({
  page,
  context,
  watched,
}) => {
  watched.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await signIn(page)
  await mapDrawn(page)
  const first = page.getByRole('link', { name: /km\/h|In sosta/ }).first()
  await expect(first).toBeVisible()

  await context.setOffline(true)
  const banner = page.getByRole('alert').filter({ hasText: 'Il server non risponde dalle' })
  await expect(banner).toBeVisible()
  await expect(first).toContainText(/dati delle \d\d:\d\d/)
  await expect(first).toContainText('Stato sconosciuto')
  await accessible(page, 'dead line')
  await page.screenshot({ path: '.cache/e2e/offline.png' })
  // A panel that is opened now reports the fault instead of waiting for ever.
  await first.click()
  await page.goBack()

  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await expect(first).not.toContainText('Stato sconosciuto')
  await expect(first).toContainText(/fa|ora/)
})
