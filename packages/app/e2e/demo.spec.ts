// The demo company as a newcomer sees it: moving vehicles, four languages, light and dark, desk and phone.
import { API } from '@flotta/core/contract.ts'
import { expect } from '@playwright/test'
import { accessible, demo, mapDrawn, signIn, test } from './product.ts'

interface Pin {
  readonly status: number
  readonly moving?: boolean
  readonly latitude?: number
  readonly private?: boolean
  readonly message_datetime?: string
}
const DISCONNECTED = 2

test('forty vehicles, those that move counted, seen live', async ({ page }) => {
  await signIn(page)
  await mapDrawn(page)
  // The canvas that arrow keys move has an accessible name in the reader's language.
  await expect(page.locator('canvas.maplibregl-canvas')).toHaveAccessibleName('Mappa')
  const moving = page.getByRole('button', { name: /^In moto/ })
  const login = await page.request.post(`${API}/login`, { data: demo })
  const headers = { authorization: `Bearer ${(await login.json()).data.token}` }
  const pins = async (): Promise<readonly Pin[]> =>
    (await (await page.request.get(`${API}/pins`, { headers })).json()).data
  // In the evening a company car is on a private trip, and nobody sees where it is.
  await expect(async () => {
    const all = await pins()
    expect(all).toHaveLength(40)
    const located = all.filter(pin => pin.latitude !== undefined)
    expect(located.length).toBe(all.filter(pin => pin.private !== true).length)
    await expect(page.locator(`[data-vehicles="${located.length}"]`)).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  // The number of moving vehicles depends on the day and hour (the company rests on Sundays), so it is compared with the pins.
  await expect(async () => {
    const counted = Number(/\d+/.exec((await moving.textContent()) ?? '')?.[0])
    expect(counted).toBe(
      (await pins()).filter(pin => pin.moving === true && pin.status !== DISCONNECTED).length,
    )
  }).toPass()
  // Parked trackers report as well, each at its interval.
  const newest = async () =>
    (await pins())
      .map(pin => pin.message_datetime ?? '')
      .sort()
      .at(-1) ?? ''
  const before = await newest()
  await expect(async () => expect((await newest()) > before).toBe(true)).toPass()
  await moving.click()
  await expect(page).toHaveURL(/f=moving/)
  await moving.click()
  await expect(page).not.toHaveURL(/f=moving/)
  await accessible(page, 'map')
})

const screens = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const
for (const { name, width, height } of screens)
  for (const scheme of ['light', 'dark'] as const)
    test(`nothing overflows on a ${name} in ${scheme} in German, the language of the longest words [general.14, navigation.5]`, async ({
      page,
      context,
      baseURL,
    }) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: scheme })
      await context.addCookies([{ name: 'language', value: 'de', url: baseURL ?? '' }])
      await signIn(page)
      await mapDrawn(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0)
      await accessible(page, `${name} ${scheme}`)
      await page.screenshot({ path: `.cache/e2e/${name}-${scheme}.png` })
    })
