// Areas drawn on the map: a polygon by clicks, whose entry is reported by mail, on a desk and on a phone; a corridor by keys, on a phone.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { accessible, flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Confini-2026'
const stamp = String(Date.now()).slice(-6)
const viewports = {
  desk: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
}

interface Company {
  readonly email: string
  readonly plate: string
  readonly imei: string
}
/** A company with one vehicle and a tracker on it. @param digit distinguishes the companies of one run */
async function makeCompany(digit: number): Promise<Company> {
  const company: Company = {
    email: `pd${digit}${stamp}@flotta.example`,
    plate: `PD${digit}${stamp}`,
    imei: `37${digit}${String(Date.now()).padStart(13, '0')}`.slice(0, 15),
  }
  const { email, plate, imei } = company
  const name = `Confini ${digit}${stamp}`
  const { id } = await flotta<{ id: number }>('customer', 'create', '--name', name)
  const of = ['--customer', String(id)]
  await flotta('user', 'create', ...of, '--email', email, '--role', 'edit', '--password', password)
  const create = ['vehicle', 'create', ...of, '--plate', plate, '--type', 'T'] as const
  const vehicle = await flotta<{ id: number }>(...create)
  const on = ['--vehicle', String(vehicle.id)]
  await flotta('agreement', 'create', ...of, ...on, '--agreement', '2')
  await flotta('device', 'create', ...on, '--imei', imei, '--profile', 'fmb1xx')
  return company
}

const form = (page: Page) => page.getByRole('form', { name: 'Nuovo' })
const tools = (page: Page) => page.getByRole('region', { name: 'Disegno sulla mappa' })
const button = (page: Page, name: string) => tools(page).getByRole('button', { name })
const vertex = (page: Page, number: number) =>
  page.getByRole('button', { name: `Punto ${number}`, exact: true })

async function begin(
  page: Page,
  { email, address, kind, code }: Readonly<Record<'email' | 'address' | 'kind' | 'code', string>>,
): Promise<void> {
  await signIn(page, { email, password }, address)
  await mapDrawn(page)
  await page.getByRole('button', { name: kind }).click()
  await form(page).getByRole('textbox', { name: 'Codice' }).fill(code)
  await form(page).getByRole('textbox', { name: 'Nome' }).fill(`Area ${code}`)
}
/** The centre of the map in degrees, and the degrees per pixel. */
async function camera(page: Page): Promise<{ lng: number; lat: number; perPixel: number }> {
  const text = (await page.locator('.flotta-map-canvas').getAttribute('data-camera')) ?? ''
  const [lng = 0, lat = 0, zoom = 0] = text.split(' ').map(Number)
  return { lng, lat, perPixel: 360 / (512 * 2 ** zoom) }
}
async function letterTo(recipient: string): Promise<string> {
  const letters = process.env.E2E_LETTERS ?? ''
  const name = (await readdir(letters)).find(file => file.startsWith(`${recipient}.`))
  return name === undefined ? '' : readFile(join(letters, name), 'utf8')
}

for (const [digit, name] of (['desk', 'phone'] as const).entries())
  test(`${name}: a polygon is drawn, refused where it crosses itself, mended, and its entry is told by mail [areas.44, areas.45]`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize(viewports[name])
    const { email, plate, imei } = await makeCompany(digit)
    const code = `POL${digit}${stamp}`
    await begin(page, { email, address: '/hubs', kind: 'Nuovo hub', code })
    await form(page).getByText('Poligono').click()
    await form(page).getByRole('button', { name: 'Disegna sulla mappa' }).click()
    await expect(tools(page)).toContainText('0 punti')
    const cross = await page.locator('.flotta-cross').boundingBox()
    if (cross === null) throw new Error('no cross')
    const centre = [cross.x + cross.width / 2, cross.y + cross.height / 2] as const
    const press = (east: number, south: number) =>
      page.mouse.click(centre[0] + east, centre[1] + south)
    await press(-100, 0)
    await press(100, 0)
    await press(-100, 90)
    await press(100, 90)
    await expect(tools(page).getByRole('alert')).toContainText('incrocia sé stesso')
    await expect(button(page, 'Fine')).toBeDisabled()
    await accessible(page, 'an outline that crosses itself')

    await page.screenshot({ path: `.cache/e2e/drawing-${name}.png` })

    await button(page, 'Annulla ultimo').click()
    await expect(tools(page)).toContainText('3 punti')
    await button(page, 'Annulla ultimo').click()
    await expect(tools(page).getByRole('alert')).toHaveCount(0)
    await press(100, 90)
    await press(-100, 90)
    await page.getByRole('button', { name: 'Aggiungi un punto tra 4 e 1' }).hover()
    await page.mouse.down()
    await page.mouse.move(centre[0] - 140, centre[1] + 45, { steps: 4 })
    await page.mouse.up()
    await expect(tools(page)).toContainText('5 punti')
    await vertex(page, 5).press('Delete')
    await expect(tools(page)).toContainText('4 punti')
    const { lng, lat, perPixel } = await camera(page)
    await button(page, 'Fine').click()
    await expect(form(page)).toContainText('4 punti')
    await form(page).getByRole('button', { name: 'Salva' }).click()
    const card = page.getByRole('region', { name: `Hub ${code}` })
    await expect(card).toContainText('Poligono')

    await card.getByRole('button', { name: 'Avvisami quando…' }).click()
    const dialog = page.getByRole('dialog', { name: /avvisami quando/ })
    await dialog.getByRole('checkbox', { name: 'Un mezzo entra', exact: true }).check()
    await expect(dialog).toContainText(email)
    await dialog.getByRole('button', { name: 'Salva' }).click()
    await expect(dialog).toHaveCount(0)

    // The track crosses its eastern edge, ten pixels of the map in five minutes.
    const tracker = await Tracker.signedIn(imei)
    const south = lat - 40 * perPixel * Math.cos((lat * Math.PI) / 180)
    const at = (east: number) => ({ latitude: south, longitude: lng + east * perPixel, speed: 90 })
    await tracker.send(Date.now() - 360_000, at(105))
    await tracker.send(Date.now() - 60_000, at(95))
    await tracker.send(Date.now(), at(93))
    tracker.leave()
    await expect.poll(() => letterTo(email), { timeout: 120_000 }).toContain(plate)
  })

test('a corridor is drawn by keys, with its width, on a phone [areas.44, areas.46]', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize(viewports.phone)
  const { email } = await makeCompany(2)
  await begin(page, { email, address: '/pois', kind: 'Nuovo punto', code: `COR${stamp}` })
  await form(page).getByText('Corridoio').click()
  await form(page).getByRole('button', { name: 'Disegna sulla mappa' }).click()
  await expect(tools(page)).toContainText('0 punti')
  await page.screenshot({ path: '.cache/e2e/drawing-corridor.png' })
  await page.keyboard.press('Enter')
  await expect(tools(page)).toContainText('1 punto')
  await expect(button(page, 'Fine')).toBeDisabled()
  const before = await camera(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await camera(page)).lng).toBeGreaterThan(before.lng)
  await button(page, 'Punto qui').click()
  await expect(tools(page)).toContainText('2 punti')
  await vertex(page, 2).focus()
  await page.keyboard.press('ArrowUp')
  await button(page, 'Fine').click()
  await form(page).getByRole('textbox', { name: 'Larghezza per lato' }).fill('200')
  await form(page).getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('region', { name: `Punto di interesse COR${stamp}` })).toContainText(
    'Corridoio',
  )
})
