import { workbook } from '@flotta/ui/table/export.ts'
import { show, signIn } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { create, createMany, VehicleForm } from '../contract.ts'
import { ImportVehicles } from './ImportVehicles.tsx'

beforeEach(signIn)

const elsewhere = '350000000000020'
const number = (row: number) => `3500000000000${String(row).padStart(2, '0')}`
const rows = Array.from({ length: 50 }, (_, i) => [`im${100 + i}aa`, 'v', number(i)])

test('an import of fifty vehicles names the rows with a taken plate or a foreign tracker, and stores the others [vehicles.83]', async () => {
  const { requests } = await show(
    <ImportVehicles
      resource={{ resource: 'vehicles', form: VehicleForm, create }}
      bulk={createMany}
      known={async () => ({ plates: ['IM110AA'] })}
    />,
    {
      e: createMany,
      respond: ({ body }) => {
        const list = body as readonly { readonly device: { readonly identifier: string } }[]
        const at = list.findIndex(({ device }) => device.identifier === elsewhere)
        return at >= 0
          ? Response.json(
              {
                message: 'Controlla i campi',
                code: 'invalid',
                data: { [`${at}.device.identifier`]: ['È già in uso'] },
              },
              { status: 422 },
            )
          : Response.json(
              { data: list.map((_, i) => ({ id: i + 1, plate: 'IM' })) },
              { status: 201 },
            )
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Importa' }))
  await screen.findByRole('dialog', { name: 'Importa mezzi' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('nowhere to give a file')
  const file = await workbook({ name: 'x', head: ['plate', 'type', 'tracker'], rows })
  await userEvent.upload(input, new File([file], 'mezzi.xlsx'))
  expect(await screen.findByText('plate: È già in uso')).toBeInTheDocument()
  expect(requests).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Importa 49 righe' }))
  expect(await screen.findByText('48 righe importate')).toBeInTheDocument()
  // all in one call, and once more without the one that was refused
  expect(requests.map(({ body }) => (body as unknown[]).length)).toEqual([49, 48])
  expect(requests[1]?.body).toMatchObject({
    0: { plate: 'im100aa', vehicle_type: 'V', device: { identifier: number(0) } },
  })
  expect(screen.getByText('tracker: È già in uso')).toBeInTheDocument()
  expect(screen.getByText('plate: È già in uso')).toBeInTheDocument()
})
test('a colour that is none is named before anything is stored [exports.11]', async () => {
  const { requests } = await show(
    <ImportVehicles
      resource={{ resource: 'vehicles', form: VehicleForm, create }}
      bulk={createMany}
      known={async () => ({ plates: [] })}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Importa' }))
  await screen.findByRole('dialog', { name: 'Importa mezzi' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('nowhere to give a file')
  const sheet = 'plate;type;color\nIM1;V;blu\nIM2;V;\nIM3;V;#2e51bb\n'
  await userEvent.upload(input, new File([sheet], 'mezzi.csv'))
  expect(await screen.findByText('color: Scrivi un colore come #2e51bb')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Importa 2 righe' })).toBeEnabled()
  expect(requests).toEqual([])
})
