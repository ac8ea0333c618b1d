// The frame of every screen: one h1, a title, and on a phone nothing that is too small to touch.
import { expect, type Page } from '@playwright/test'
import { accessible, flotta, legible, mapDrawn, signIn, test } from './product.ts'

// Every screen is opened once more after pages have loaded it ahead.
test.use({ loadsAhead: true })

/** Names of the touch targets that are smaller than a fingertip (UX 8). */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 39.5
    const large = (e: Element | null): boolean => {
      const box = e?.getBoundingClientRect()
      return box !== undefined && box.width >= least && box.height >= least
    }
    return (
      [
        ...document.querySelectorAll<HTMLElement>(
          'a[href], button, input:not([type=hidden]), [role=tab], [role=slider]',
        ),
      ]
        .filter(
          e =>
            e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
            !e.closest('.maplibregl-ctrl-attrib, .maplibregl-ctrl-logo'),
        )
        .filter(
          e =>
            e.getBoundingClientRect().right > 0 &&
            !e.matches(':disabled') &&
            getComputedStyle(e).position !== 'absolute',
        )
        // A text box or checkbox can be touched anywhere on its label.
        .filter(
          e =>
            !large(e) &&
            !(e instanceof HTMLInputElement && [...(e.labels ?? [])].some(large)) &&
            !large(e.closest('.mantine-Input-wrapper')),
        )
        .map(
          e =>
            `${e.getAttribute('aria-label') ?? e.textContent ?? e.id} ${Math.round(e.getBoundingClientRect().width)}×${Math.round(e.getBoundingClientRect().height)}`,
        )
    )
  })

test('every screen of the menus has one h1 and its name in the window [general.13, navigation.48, navigation.50]', async ({
  page,
}) => {
  // As high as the side menu with all its entries.
  await page.setViewportSize({ width: 1280, height: 1000 })
  await signIn(page)
  const links = page
    .getByRole('navigation', { name: 'Menu principale' })
    .getByRole('listitem')
    .getByRole('link')
  await expect(links.first()).toBeVisible()
  // The news open by themselves, once.
  await page.goto('/dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The time allowed depends on the number of screens in the menus.
  test.setTimeout(60_000 * (1 + (await links.count())))
  for (const [i, link] of (await links.all()).entries()) {
    const name = await link.getAttribute('aria-label')
    await link.click()
    await expect(page).toHaveTitle(`${name} · Flotta`)
    await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await accessible(page, name ?? '')
    // The page was checked in one theme and is checked in the other as well; the next page begins in that one.
    await legible(page, name ?? '', i % 2 === 0 ? 'dark' : 'light')
  }
})

test('on a phone every target is a fingertip wide: the map, a vehicle, the menus, the own sign-ins [general.15]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await mapDrawn(page)
  expect(await tooSmall(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await tooSmall(page)).toEqual([])
  const [vehicle] = await flotta<{ id: number }[]>('vehicle', 'list')
  await page.goto(`/global-map?v=${vehicle?.id}`)
  await expect(page.getByRole('button', { name: /^Storico, periodo:/i })).toBeVisible()
  expect(await tooSmall(page)).toEqual([])
  await page.goto('/account')
  await expect(page.getByRole('listitem').filter({ hasText: 'questo dispositivo' })).toBeVisible()
  expect(await tooSmall(page)).toEqual([])
})

test('every panel of the demo vehicles can be read in the dark', async ({ page }) => {
  // Fifteen panels are checked completely.
  test.slow()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page)
  const vehicles = await flotta<{ id: number; vehicle_type: string }[]>('vehicle', 'list')
  const seen = new Set<string>()
  // A van, a semi-trailer and a tractor together have all panels.
  for (const type of ['V', 'S', 'T']) {
    await page.goto(`/global-map?v=${vehicles.find(v => v.vehicle_type === type)?.id}&tab=system`)
    const tabs = page
      .getByRole('tablist', { name: 'Servizi' })
      .locator('[role=tab][aria-disabled=false]')
    await expect(tabs.first()).toBeVisible()
    for (const tab of await tabs.all()) {
      const id = (await tab.getAttribute('id')) ?? ''
      if (seen.has(id)) continue
      seen.add(id)
      await tab.click()
      const panel = page.locator(`#vehicle-tab[aria-labelledby="${id}"]`)
      await expect(panel).toBeVisible()
      await expect(panel.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await accessible(page, id, '#vehicle-tab')
    }
  }
  expect(seen.size).toBe(15)
})
