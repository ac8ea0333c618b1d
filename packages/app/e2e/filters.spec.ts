// Filters combine in the address, and the back button removes them one after the other.
import { expect } from '@playwright/test'
import { mapDrawn, signIn, test } from './product.ts'

test('reefers that move, of one fleet: a link shows the same, and back undoes each', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await mapDrawn(page)
  const chip = (name: string) =>
    page
      .getByRole('group', { name: 'Filtri rapidi' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
  const fleet = page.getByRole('button', { name: 'FRIGO', exact: true })
  await chip('Refrigerati').click()
  await expect(page).toHaveURL(/\?f=fridge$/)
  await chip('In moto').click()
  await expect(page).toHaveURL(/\?f=fridge,moving$/)
  await fleet.click()
  await expect(page).toHaveURL(/fleets=\d+/)
  await page.reload()
  await mapDrawn(page)
  await expect(fleet).toHaveAttribute('aria-pressed', 'true')
  await expect(chip('In moto')).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(fleet).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL(/\?f=fridge,moving$/)
  await page.goBack()
  await expect(page).toHaveURL(/\?f=fridge$/)
  await expect(chip('In moto')).toHaveAttribute('aria-pressed', 'false')
  await page.goBack()
  await expect(page).toHaveURL(/\/global-map$/)
})
