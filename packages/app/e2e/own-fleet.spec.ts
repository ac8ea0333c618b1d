// From an empty server to a vehicle on the map, in the browser alone: the set-up, a tracker over a real connection, and another that connected before
// it was registered and whose door is wired by observation; then the operator’s page, the removal of the demo, and a map with streets.
import { writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { mapFile } from '@flotta/features/places/basemap/testing.ts'
import { expect, type Page } from '@playwright/test'
import { commandOf, type OwnServer, signInTo, startOwnServer } from './own-server.ts'
import { accessible, inDatabase, mapDrawn, Tracker, test } from './product.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.use({ ownContext: true })

/** A map service on another origin, as browsers use it. */
type Answer = (response: ServerResponse) => void
const well: Answer = response =>
  void response
    .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(
      JSON.stringify({
        version: 8,
        sources: {
          streets: {
            type: 'vector',
            tiles: [`${service.url}/{z}/{x}/{y}.pbf`],
            attribution: 'Strade di prova',
          },
        },
        layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#eee' } }],
      }),
    )
const faults: Readonly<Record<string, Answer>> = {
  // This service never answers.
  slow: () => undefined,
  wrong: response =>
    void response.writeHead(200, { 'access-control-allow-origin': '*' }).end('<html>'),
  away: response =>
    void response.writeHead(503, { 'access-control-allow-origin': '*' }).end('away'),
}
const service = { url: '', answer: well }
const stub = createServer((_, response) => service.answer(response))

let server: OwnServer
let token: Buffer
test.beforeAll(async () => {
  await new Promise<void>(resolve => stub.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`
  server = await startOwnServer({
    FLOTTA_MAP_PUBLIC_STYLE: `${service.url}/style.json`,
    FLOTTA_MAP_PUBLIC_STYLE_DARK: `${service.url}/style.json`,
  })
  const { rows } = await inDatabase(
    db => db.query('select setup_token from installation'),
    server.dataDir,
  )
  token = rows[0].setup_token
})
test.afterAll(async () => {
  stub.closeAllConnections()
  stub.close()
  await server.stop()
})

/** The set-up can be done once, so it is opened again, with the same address, for the second viewport. */
const openSetupAgain = () =>
  inDatabase(
    db => db.query('update installation set setup_done_at = null, setup_token = $1', [token]),
    server.dataDir,
  )

const password = 'Flotta-2026'
const CLICKS = 25
/** Milliseconds from the first frame of a tracker to its vehicle's place on the map. */
const ON_THE_MAP_MS = 5_000
const waits: number[] = []

/** Counts a person's clicks; sending a form by its button is one click. */
async function countClicks(page: Page): Promise<() => number> {
  let count = 0
  await page.exposeFunction('countClick', () => count++)
  await page.addInitScript(() =>
    addEventListener(
      'click',
      event => {
        // A click on a label or a link of a card causes a second event by the page itself, which is not counted.
        if (event.isTrusted && event.detail > 0)
          (window as { countClick?: () => void }).countClick?.()
      },
      true,
    ),
  )
  return () => count
}
/** Clicks a field before typing, as a person does. */
async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label })
  await field.click()
  await field.fill(text)
}
/** Opens the door while the page is watched, and wires its input by one click. */
async function wireByLooking(page: Page, tracker: Tracker): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Aggiungi un mezzo' })
  const door = (value: number) => ({ ...place, elements: [{ id: 1, width: 1, value }] as const })
  await dialog.getByRole('button', { name: 'Collega porte e sensori' }).click()
  await expect(dialog.getByText(/Adesso apri «Porta 1»/)).toBeVisible()
  const at = Date.now()
  await tracker.send(at, door(0))
  await tracker.send(at + 1, door(1))
  await dialog.getByRole('button', { name: 'Collega: Ingresso 1' }).click()
  await expect(dialog.getByText('Porta 1 · Ingresso 1 · ora attivo')).toBeVisible()
  await accessible(page, 'the wiring of a tracker', '[role="dialog"]')
}
const imeiOf = (digit: number) => `86${digit}${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
const place = { latitude: 45.4642, longitude: 9.19, speed: 42 }

const viewports = {
  desk: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
}
for (const [index, name] of (['desk', 'phone'] as const).entries())
  test.describe(name, () => {
    test.use({ viewport: viewports[name] })
    const person = { email: `ada.${name}@flotta.example`, password }
    const plate = `EM${index}00AA`

    test(`an empty server becomes one's own fleet: set-up, company, a vehicle whose tracker connects, on the map [installation.59, installation.62, installation.83, devices.24]`, async ({
      page,
    }) => {
      if (index > 0) await openSetupAgain()
      const clicks = await countClicks(page)
      await page.goto(server.setup)
      await type(page, 'Il tuo nome', 'Ada Bruni')
      await type(page, 'E-mail', person.email)
      const secret = page.getByLabel('Password', { exact: true })
      await secret.click()
      await secret.fill(password)
      await type(page, 'Nome dell’azienda', `Bruni ${name}`)
      await accessible(page, 'the set-up')
      await page.getByRole('button', { name: 'Configura', exact: true }).click()

      await mapDrawn(page)
      await page.getByRole('button', { name: 'Aggiungi un mezzo' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Aggiungi un mezzo' })
      await type(page, 'Targa', plate)
      const imei = imeiOf(index)
      await type(page, 'Localizzatore', imei)
      await accessible(page, 'a new vehicle', '[role="dialog"]')
      await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click()
      const steps = dialog.getByRole('listitem')
      await expect(dialog.getByText(/porta \d+/)).toBeVisible()
      await expect(steps.filter({ hasText: 'in attesa' })).toHaveCount(6)

      const canvas = page.locator('.flotta-map-canvas')
      await expect(canvas).toHaveAttribute('data-vehicles', '0')
      const began = performance.now()
      const tracker = await Tracker.signedIn(imei, server.trackerPort)
      await tracker.send(Date.now(), place)
      await expect(canvas).toHaveAttribute('data-vehicles', '1')
      waits.push(performance.now() - began)
      for (const step of ['Sentito', 'Riconosciuto', 'Posizione', 'Quadro'])
        await expect(steps.filter({ hasText: step })).not.toContainText('in attesa')
      await accessible(page, 'the check of a tracker', '[role="dialog"]')
      await dialog.getByRole('link', { name: 'Apri sulla mappa' }).click()
      await expect(page.getByRole('heading', { name: plate })).toBeVisible()
      expect(clicks()).toBeLessThanOrEqual(CLICKS)
      tracker.leave()
    })

    test('a tracker that calls before anybody registered it is made a vehicle’s by one click, and its door is wired by looking [installation.72, gateway.36, devices.25, devices.26]', async ({
      page,
    }) => {
      const imei = imeiOf(index + 5)
      await signInTo(page, server, person, '/provider/unclaimed')
      await expect(Tracker.signedIn(imei, server.trackerPort)).rejects.toThrow()
      const row = page.getByRole('row').filter({ hasText: imei })
      await expect(row).toContainText('teltonika')
      await accessible(page, 'unclaimed trackers')
      await row.getByRole('button', { name: 'Assegna a un mezzo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Aggiungi un mezzo' })
      await dialog.getByRole('combobox', { name: 'Azienda' }).click()
      await page.getByRole('option', { name: `Bruni ${name}` }).click()
      await type(page, 'Targa', `${plate}B`)
      await expect(dialog.getByRole('textbox', { name: 'Localizzatore' })).toHaveValue(imei)
      await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click()
      await expect(dialog.getByRole('listitem')).toHaveCount(6)
      await expect(row).toHaveCount(0)
      const tracker = await Tracker.signedIn(imei, server.trackerPort)
      await tracker.send(Date.now(), place)
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Posizione' })).not.toContainText(
        'in attesa',
      )
      if (index === 0) await wireByLooking(page, tracker)
      tracker.leave()
    })

    test('fifty vehicles come from a sheet; the two rows that are wrong are named, the others are stored [vehicles.83, exports.16]', async ({
      page,
    }) => {
      await signInTo(page, server, person, '/vehicles')
      await page.getByRole('button', { name: 'Aggiungi un mezzo' }).first().click()
      await page
        .getByRole('dialog', { name: 'Aggiungi un mezzo' })
        .getByRole('button', { name: 'Importa' })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Importa mezzi' })
      const rows = Array.from({ length: 48 }, (_, i) => `IM${index}${100 + i};V`)
      const sheet = ['plate;type', ...rows, `${plate};V`, `IM${index}999;Z`].join('\n')
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'mezzi.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
      await expect(
        dialog.getByText('2 righe errate, non saranno importate', { exact: true }),
      ).toBeVisible()
      await accessible(page, 'the rows of a sheet', '[role="dialog"]')
      await dialog.getByRole('button', { name: 'Importa 48 righe' }).click()
      await expect(dialog.getByRole('alert')).toContainText('Importate: 48 · saltate: 2')
      await expect(dialog.getByText('plate: È già in uso')).toBeVisible()
      await page.goto(`${server.url}/vehicles?search=IM${index}147`)
      await expect(page.getByText(`IM${index}147`).first()).toBeVisible()
    })
  })

test.describe('who runs it, on a phone', () => {
  test.use({ viewport: viewports.phone })
  const person = { email: 'ada.phone@flotta.example', password }
  test('each external service is tried by one button, and the demo goes after a question that says what goes with it [installation.75, installation.77]', async ({
    page,
  }) => {
    await commandOf(server, 'demo', 'create')
    await signInTo(page, server, person, '/provider/operation')
    for (const [service, answer] of [
      ['Indirizzi', 'Milano'],
      ['Percorsi', /Milano – Piacenza: \d+ km/],
      ['Mappa', 'La mappa essenziale è qui'],
    ] as const) {
      const line = page.getByRole('region', { name: service })
      await line.getByRole('button', { name: `Prova ${service}` }).click()
      await expect(line).toContainText('Funziona')
      await expect(line).toContainText(answer)
    }
    await expect(page.getByRole('region', { name: 'E-mail' })).toContainText('imposta SMTP_URL')
    await accessible(page, 'external services')

    await page.goto(`${server.url}/provider/customers`)
    const demo = page.getByText('Trasporti Demo')
    await expect(demo.first()).toBeVisible()
    await page.getByRole('button', { name: 'Togli la dimostrazione' }).click()
    const question = page.getByRole('dialog', { name: 'Togliere la dimostrazione?' })
    await expect(question).toContainText('Le sue aziende, persone, mezzi e il simulatore')
    await question.getByRole('button', { name: 'Togli la dimostrazione' }).click()
    await expect(page.getByRole('button', { name: 'Togli la dimostrazione' })).toHaveCount(0)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Bruni phone').first()).toBeVisible()
      await expect(demo).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  })
})

for (const name of ['desk', 'phone'] as const)
  test(`${name}: streets come from a file, then from a service; one that is away, wrong or slow leaves the essential map, which says so until they come [places.35, places.38, places.40, places.43]`, async ({
    page,
    watched,
  }) => {
    await page.setViewportSize(viewports[name])
    test.slow()
    watched.expect(/status of 503|is not valid JSON/)
    const person = { email: `ada.${name}@flotta.example`, password }
    const notice = page.locator('.flotta-map-notice')
    const away = page.getByText('Le strade non si caricano: per ora si vede la mappa essenziale.')
    const file = join(server.dataDir, 'given.pmtiles')
    await writeFile(file, mapFile())
    await commandOf(server, 'map', 'add', file)
    await signInTo(page, server, person, '/global-map')
    await mapDrawn(page)
    await expect(notice).toContainText('© OpenStreetMap')
    await commandOf(server, 'map', 'remove')
    await commandOf(server, 'map', 'service', 'on')
    const policy = async () =>
      (await page.request.get(server.url)).headers()['content-security-policy']
    await expect.poll(policy).toContain(service.url)

    for (const [fault, answer] of Object.entries(faults)) {
      service.answer = answer
      await page.reload()
      await mapDrawn(page)
      await expect(away, fault).toBeVisible()
      await expect(notice).toContainText('Natural Earth')
    }
    service.answer = well
    // The reader returns to the page.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(notice).toContainText('Strade di prova')
    await expect(away).toHaveCount(0)
    await commandOf(server, 'map', 'service', 'off')
  })

test('a vehicle is on the map within five seconds of its tracker’s first frame [installation.84]', () => {
  test
    .info()
    .annotations.push({ type: 'on the map after', description: waits.map(Math.round).join(', ') })
  expect(Math.min(...waits)).toBeLessThan(ON_THE_MAP_MS)
})
