// How the provider configures a tracker and a phone for the server: texts for the SIM, own parameters that a tracker answers over a real connection,
// and the code for a phone, whose address receives a position.
import { API } from '@flotta/core/contract.ts'
import { customers } from '@flotta/features/provider/customers/contract.ts'
import { type SetupForm, setUp } from '@flotta/features/provider/setup/contract.ts'
import { vehicles } from '@flotta/features/provider/vehicles/contract.ts'
import { expect, type Page } from '@playwright/test'
import { freePort, type OwnServer, signInTo, startOwnServer } from './own-server.ts'
import { accessible, legible, Tracker, test } from './product.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const person = { email: 'ada@flotta.example', password: 'Flotta-2026' }
const PHONE = 'k7m2p9x4c3v8'
const place = { latitude: 45.4642, longitude: 9.19, speed: 42 }
const viewports = {
  desk: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
}
const imeiOf = { desk: '356307042441013', phone: '356307042441021' }

let server: OwnServer
let trackers: number
test.beforeAll(async ({ playwright }) => {
  trackers = await freePort()
  server = await startOwnServer({ FLOTTA_TRACKER_PORT: String(trackers) })
  const request = await playwright.request.newContext()
  const post = async (path: string, data: object, token = '') => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.post(`${server.url}${API}${path}`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).data
  }
  const form: SetupForm = {
    ...person,
    token: new URL(server.setup).hash.slice(1),
    name: 'Ada Bruni',
    language: 'it',
    timezone: 'Europe/Rome',
    company: { name: 'Bruni' },
    demo: 'remove',
    map: 'essential',
  }
  const { token } = await post(setUp.path, form)
  const headers = { authorization: `Bearer ${token}` }
  const companies = await request.get(`${server.url}${API}${customers.list.path}`, { headers })
  const [company] = (await companies.json()).data
  const vehicle = (plate: string, identifier: string, protocol: string) =>
    post(
      vehicles.create.path,
      { customer_id: company.id, plate, vehicle_type: 'V', device: { identifier, protocol } },
      token,
    )
  for (const [i, imei] of Object.values(imeiOf).entries())
    await vehicle(`SU00${i}AA`, imei, 'teltonika')
  await vehicle('SU009AA', PHONE, 'osmand')
  await request.dispose()
})
test.afterAll(() => server.stop())

/** Opens the dialog that configures a device, from its card. */
async function configure(page: Page, identifier: string) {
  await signInTo(page, server, person, `/provider/devices?search=${identifier}`)
  await page.getByRole('button', { name: 'Configura', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Configura ${identifier}` })
  await expect(dialog).toBeVisible()
  return dialog
}

for (const name of ['desk', 'phone'] as const)
  test.describe(name, () => {
    test.use({ viewport: viewports[name] })
    const imei = imeiOf[name]

    test('a tracker is pointed here by a text, and once it is connected its own parameters are read and set [devices.21, devices.22]', async ({
      page,
      watched,
    }) => {
      // A tracker that is not connected is asked as well.
      watched.expect(/status of 409/)
      const dialog = await configure(page, imei)
      const { hostname } = new URL(server.url)
      const text = dialog.getByText(/setparam 2001:/)
      await expect(text).toContainText(`2004:${hostname};2005:${trackers};`)
      await dialog.getByLabel('APN della SIM').fill('iot.example')
      await dialog.getByLabel('Login per SMS').fill('ada')
      await dialog.getByLabel('Password per SMS').fill('pw')
      await expect(text).toContainText('ada pw setparam 2001:iot.example;')
      await accessible(page, 'texts that configure a tracker', '[role="dialog"]')

      await dialog.getByRole('button', { name: 'Leggi' }).click()
      await expect(dialog.getByRole('alert')).toContainText('non è collegato')
      const tracker = await Tracker.signedIn(imei, server.trackerPort)
      await tracker.send(Date.now(), place)
      const kept = new Map([
        ['2004', 'old.example'],
        ['2005', '5000'],
      ])
      tracker.obeys(
        asked => {
          const [verb, list = ''] = asked.split(' ')
          for (const [id = '', value = ''] of list.split(';').map(part => part.split(':')))
            if (verb === 'setparam') kept.set(id, value)
          const values = list.split(';').map(part => part.split(':')[0] ?? '')
          const said = values.map(id => `${id}:${kept.get(id)}`).join(';')
          return verb === 'setparam' ? `New value ${said}` : `Param ID:${said}`
        },
        async () => undefined,
      )
      const table = dialog.getByRole('table')
      await expect(async () => {
        await dialog.getByRole('button', { name: 'Leggi' }).click()
        await expect(table).toContainText('old.example', { timeout: 5_000 })
      }).toPass()
      await dialog.getByLabel('Parametro', { exact: true }).fill('2004')
      await dialog.getByLabel('Valore').fill(hostname)
      await dialog.getByRole('button', { name: 'Imposta' }).click()
      const question = page.getByRole('dialog', { name: /parametro 2004/ })
      await expect(question).toContainText('non torna più')
      await question.getByRole('button', { name: 'Imposta' }).click()
      await expect(table).toContainText(hostname)
      expect(kept.get('2004')).toBe(hostname)
      await accessible(page, 'answers of a tracker', '[role="dialog"]')
      await legible(page, 'answers of a tracker', 'dark')
      tracker.leave()
    })

    test('a phone is given a code, and the address beside it takes a position [devices.23]', async ({
      page,
    }) => {
      const dialog = await configure(page, PHONE)
      await expect(dialog.getByRole('img', { name: /Codice/ })).toBeVisible()
      const { hostname } = new URL(server.url)
      const address = dialog.getByRole('textbox', { name: 'Indirizzo del server' })
      await expect(address).toHaveValue(`http://${hostname}:${trackers}`)
      await accessible(page, 'the code of a phone', '[role="dialog"]')
      await legible(page, 'the code of a phone', 'dark')
      const shown = await dialog.getByText(/&lat=\{0\}/).textContent()
      const values = [place.latitude, place.longitude, Date.now(), 1, 120, 12, 90]
      const asked = (shown ?? '').replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]))
      expect((await page.request.get(asked)).status()).toBe(200)
      await dialog.getByRole('button', { name: 'Chiudi' }).click()
      await page.getByRole('button', { name: 'Verifica' }).click()
      const position = page.getByRole('listitem').filter({ hasText: 'Posizione' })
      await expect(position).not.toContainText('in attesa')
    })
  })
