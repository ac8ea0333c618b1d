// The number of a tracker, read from its label by the camera.
import { show } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TrackerNumber } from './TrackerNumber.tsx'

function Field() {
  const [number, setNumber] = useState('')
  return (
    <TrackerNumber
      label="Localizzatore"
      value={number}
      onChange={event => setNumber(event.currentTarget.value)}
      onNumber={setNumber}
    />
  )
}
/** The browser's camera, and its detector, which finds these codes one after the other and then the last one forever. */
function openCamera(getUserMedia: () => Promise<unknown>, ...codes: string[]): void {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }),
  )
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code', 'code_128']
      detect = async () => [{ rawValue: codes.length > 1 ? codes.shift() : codes[0] }]
    },
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
}
const stop = vi.fn()
const picture = async () => Object.assign(new MediaStream(), { getTracks: () => [{ stop }] })
const scan = async () => {
  await show(<Field />)
  await userEvent.click(
    screen.getByRole('button', { name: 'Leggi dall’etichetta con la fotocamera' }),
  )
}

test('a scanned IMEI fills the field at once, and the camera closes [vehicles.86]', async () => {
  stop.mockClear()
  openCamera(picture, 'SN:1107782374;IMEI:352093081452251')
  await scan()
  await vi.waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Localizzatore' })).toHaveValue('352093081452251'),
  )
  expect(screen.queryByText(/Inquadra/)).toBeNull()
  await vi.waitFor(() => expect(stop).toHaveBeenCalled())
})
test('a person confirms any other scanned code before it fills the field [vehicles.86]', async () => {
  openCamera(picture, 'https://example.com', '1107782374')
  await scan()
  expect(await screen.findByText(/Letto 1107782374/)).toBeInTheDocument()
  expect(screen.getByRole('textbox')).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: 'Usalo' }))
  expect(screen.getByRole('textbox')).toHaveValue('1107782374')
})
test.each([
  ['refused', 'NotAllowedError', /non ha il permesso di usare la fotocamera.*scrivi il numero/],
  ['absent', 'NotFoundError', /Qui non c’è una fotocamera: scrivi il numero/],
  ['busy', 'NotReadableError', /non risponde.*Scrivi il numero/],
])(
  'a camera that is %s has a message, and the number can be typed [vehicles.86]',
  async (_, name, words) => {
    openCamera(() => Promise.reject(new DOMException('', name)))
    await scan()
    expect(await screen.findByText(words)).toBeInTheDocument()
    await userEvent.type(screen.getByRole('textbox'), '352093081452251')
    expect(screen.getByRole('textbox')).toHaveValue('352093081452251')
  },
)
test('over plain http the page explains why there is no camera [vehicles.86]', async () => {
  await scan()
  expect(await screen.findByText(/solo su una connessione sicura/)).toBeInTheDocument()
})
