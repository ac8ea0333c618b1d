// Places are found by keys alone, and an old answer never replaces a newer one.
import { answer, answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { standing } from '../../../map/global-map/web/testing.ts'
import { useBaseMap } from '../../basemap/web/useBaseMap.ts'
import { autocomplete, type Place, reverse } from '../contract.ts'
import type { PickedPlace } from '../rules.ts'
import { Address, AddressAt, placeAt } from './Address.tsx'
import { PlaceSearch } from './PlaceSearch.tsx'

beforeEach(signIn)
const place = (
  display_name: string,
  some: Partial<Place['address']> = {},
  lat = 45.4642,
  lon = 9.19,
): Place => ({
  display_name,
  short: display_name,
  latitude: lat,
  longitude: lon,
  lat,
  lon,
  approximate: false,
  address: { name: 'Via Roma 1', city: 'Milano', postcode: '20121', ...some },
})
const streets = [
  place('Via Roma 1, Milano'),
  place('Via Roma, Monza', { name: null, postcode: null, city: 'Monza' }, 45.58, 9.27),
]
const box = () => screen.getByRole('searchbox', { name: 'Cerca un luogo o un indirizzo' })
const picks = () => {
  const onPick = vi.fn<(place: PickedPlace) => void>()
  return { onPick, field: <PlaceSearch onPick={onPick} /> }
}

/** The map beside the field, which has loaded the installation's features. */
function Installation() {
  useBaseMap()
  return null
}

describe('the search of places', () => {
  test('starts at three characters, with a hint before, and fetches ten places [places.22]', async () => {
    const { field } = picks()
    const { requests } = await show(field, answering(autocomplete, streets))
    await userEvent.type(box(), 'vi')
    expect(await screen.findByText('Scrivi almeno 3 caratteri')).toBeInTheDocument()
    expect(requests).toEqual([])
    await userEvent.type(box(), 'a roma')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    expect(requests.map(a => a.path)).toEqual(['/geocoding/autocomplete?q=via+roma&limit=10'])
  })
  test('explains that streets are not known where only towns are', async () => {
    const { field } = picks()
    await show(
      <>
        <Installation />
        {field}
      </>,
      answering(autocomplete, []),
      ...standing(),
    )
    await userEvent.type(box(), 'via roma')
    expect(await screen.findByText('Nessun luogo trovato')).toBeInTheDocument()
    expect(
      screen.getByText('Qui si cercano città e paesi: le vie non sono note.'),
    ).toBeInTheDocument()
  })
  test('picks by arrow keys and Enter, and the name stays in the field without a new search [places.24, places.26]', async () => {
    const { onPick, field } = picks()
    const { requests } = await show(field, answering(autocomplete, streets))
    await userEvent.type(box(), 'via roma')
    const [first, second] = await screen.findAllByRole('option')
    await waitFor(() => expect(first).toHaveAttribute('data-combobox-selected', 'true'))
    await userEvent.keyboard('{ArrowDown}')
    expect(second).toHaveAttribute('data-combobox-selected', 'true')
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{Enter}')
    expect(onPick).toHaveBeenCalledExactlyOnceWith({
      latitude: 45.58,
      longitude: 9.27,
      address: '',
      city: 'Monza',
      zip_code: '',
    })
    expect(box()).toHaveValue('Via Roma, Monza')
    await userEvent.tab()
    await userEvent.click(box())
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    expect(requests).toHaveLength(1)
  })
  test('empties the field by Esc, and picks nothing [places.25]', async () => {
    const { onPick, field } = picks()
    await show(field, answering(autocomplete, streets))
    await userEvent.type(box(), 'via roma')
    await screen.findAllByRole('option')
    await userEvent.keyboard('{Escape}')
    expect(box()).toHaveValue('')
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    expect(onPick).not.toHaveBeenCalled()
  })
  test('asks nothing from a field that was left [places.23]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const { field } = picks()
    const { requests } = await show(field, answering(autocomplete, streets))
    await user.type(box(), 'via roma')
    await user.tab()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(requests).toEqual([])
    vi.useRealTimers()
  })
  test('cancels an older question, and does not show its answer', async () => {
    const { field } = picks()
    await show(field)
    const queries: string[] = []
    const aborted: string[] = []
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      const words = new URL(input, location.origin).searchParams.get('q') ?? ''
      queries.push(words)
      if (words === 'via roma 1')
        return Promise.resolve(
          new Response(JSON.stringify({ data: [streets[0]] }), {
            headers: { 'content-type': 'application/json' },
          }),
        )
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => {
          aborted.push(words)
          reject(new DOMException('', 'AbortError'))
        }),
      )
    })
    await userEvent.type(box(), 'via roma')
    expect(await screen.findByText('Caricamento in corso')).toBeInTheDocument()
    await vi.waitFor(() => expect(queries).toEqual(['via roma']))
    await userEvent.type(box(), ' 1')
    expect(await screen.findByRole('option', { name: 'Via Roma 1, Milano' })).toBeInTheDocument()
    expect(aborted).toEqual(['via roma'])
  })
  test('shows a message when it finds nothing and when it fails', async () => {
    const { field } = picks()
    await show(field, answering(autocomplete, []))
    await userEvent.type(box(), 'zzzz')
    expect(await screen.findByText('Nessun luogo trovato')).toBeInTheDocument()
    answer(failing(autocomplete, 429, { message: 'Troppe richieste', code: 'too_many' }))
    await userEvent.type(box(), 'y')
    expect(await screen.findByText('Troppe richieste')).toBeInTheDocument()
  })
})

describe('parts that nobody knows', () => {
  test('of a place that was found are named as unknown', async () => {
    await show(
      <Address place={{ latitude: 45, longitude: 9, address: '', city: 'Monza', zip_code: '' }} />,
    )
    expect(document.body).toHaveTextContent('Indirizzo sconosciuto, Monza, CAP sconosciuto')
  })
  test('of a position are ### [places.27]', async () => {
    await show(
      <AddressAt latitude={45} longitude={9} />,
      answering(reverse, [place('x', { name: null, postcode: null })]),
    )
    expect(await screen.findByText('###, Milano, ###')).toBeInTheDocument()
  })
  test('of a point for a form are empty, and the point keeps its position', async () => {
    await show(null, answering(reverse, [place('x', { postcode: null })]))
    expect(await placeAt({ latitude: 45.1, longitude: 9.2 })).toEqual({
      latitude: 45.1,
      longitude: 9.2,
      address: 'Via Roma 1',
      city: 'Milano',
      zip_code: '',
    })
    answer(answering(reverse, []))
    expect(await placeAt({ latitude: 45.1, longitude: 9.2 })).toMatchObject({
      address: '',
      city: '',
      zip_code: '',
    })
  })
})
