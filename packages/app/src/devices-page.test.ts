// docs/devices.md agrees with the protocols of the product. `npm run devices` writes it.
import { join } from 'node:path'
import { protocols } from '@flotta/protocols/protocols.ts'
import { expect, test } from 'vitest'
import { devicesPage } from './devices-page.ts'

test('the page of devices is that of the profiles [protocols.68]', async () => {
  await expect(devicesPage(protocols)).toMatchFileSnapshot(
    join(import.meta.dirname, '../../../docs/devices.md'),
  )
})
