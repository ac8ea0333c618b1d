// From the button to the refrigeration unit and back: a setpoint is asked for, and the simulated unit says itself that it has it.
import { type APIRequestContext, expect } from '@playwright/test'
import { accessible, demo, signIn, test } from './product.ts'

interface Cold {
  readonly online: boolean
  readonly cmd_enabled: boolean
  readonly fridge: { readonly setpoint_t1: number | null; readonly overall_status: number | null } | null
}

/** A vehicle of the demo company whose unit runs, may be commanded and can be reached now. */
async function reachable(request: APIRequestContext) {
  const login = await request.post('/api/v1/login', { data: demo })
  const { data } = (await login.json()) as { readonly data: { readonly token: string } }
  const ask = async <T>(path: string) =>
    ((await (await request.get(`/api/v1/${path}`, { headers: { authorization: `Bearer ${data.token}` } })).json()) as { readonly data: T }).data
  let found: { readonly id: number; readonly plate: string; readonly setpoint: number } | undefined
  await expect(async () => {
    for (const { id, plate } of await ask<{ readonly id: number; readonly plate: string }[]>('vehicles/all')) {
      const cold = await ask<Cold | undefined>(`services/eyecold/${id}`)
      const setpoint = cold?.fridge?.setpoint_t1
      if (cold?.online && cold.cmd_enabled && cold.fridge?.overall_status === 1 && setpoint != null) found = { id, plate, setpoint }
    }
    expect(found).toBeDefined()
  }).toPass({ timeout: 60_000 })
  if (found === undefined) throw new Error('no unit')
  return found
}

test('a setpoint is changed and confirmed by the unit itself', async ({ page, request }) => {
  const { id, plate, setpoint } = await reachable(request)
  const wanted = setpoint > 0 ? setpoint - 1 : setpoint + 1
  // as people read it
  const shown = `${String(wanted).replace('-', '−')},0`
  await signIn(page)
  await page.goto(`/global-map?v=${id}&tab=eyecold`)
  const compartment = page.getByRole('region', { name: 'Vano 1' })
  const field = compartment.getByRole('textbox', { name: 'Nuovo setpoint, Vano 1' })
  await expect(field).toBeEnabled()
  await accessible(page, 'refrigeration')
  await field.fill(String(wanted))
  await compartment.getByRole('button', { name: 'Imposta setpoint, Vano 1' }).click()
  const dialog = page.getByRole('dialog', { name: `Imposta setpoint, Vano 1: ${plate}` })
  await dialog.getByRole('switch').check()
  await dialog.getByRole('button', { name: 'Invia comando' }).click()
  await expect(dialog).toBeHidden()
  // what is asked for is awaited; then the unit's own reading says it, and nothing is awaited any more
  await expect(compartment.getByRole('definition').filter({ hasText: shown })).toBeVisible({ timeout: 45_000 })
  await expect(compartment.getByRole('status')).toHaveCount(0, { timeout: 45_000 })
})
