import { Id, requiredText } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { workbook } from '../table/export.ts'
import { answering, failing, show, signIn } from '../testing.tsx'
import { ImportSheet } from './ImportSheet.tsx'

const boxes = resource('boxes', { record: z.object({ id: Id, code: z.string() }), form: z.object({ code: requiredText(5) }), search: ['code'] })
const columns = [{ title: 'Code', field: 'code', example: 'A', required: true, unique: true }]
const sheet = async (...codes: string[]) => new File([await workbook({ name: 'x', head: ['code'], rows: codes.map(c => [c]) })], 'Scatole.XLSX')
const open = async (...answers: ReturnType<typeof answering>[]) => {
  const shown = await show(<ImportSheet resource={boxes} columns={columns} known={{ code: ['OLD'] }} title="Importa scatole" />, ...answers)
  await userEvent.click(screen.getByRole('button', { name: 'Importa' }))
  await screen.findByRole('dialog', { name: 'Importa scatole' })
  return shown
}
const give = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('nowhere to give a file')
  await userEvent.setup({ applyAccept: false }).upload(input, file)
}
beforeEach(signIn)

test('another kind of file and one that cannot be read give no records and say so', async () => {
  const { asked } = await open()
  await give(new File(['code\nA'], 'scatole.csv'))
  expect(await screen.findByRole('alert')).toHaveTextContent('scatole.csv non è un file .xlsx. Nulla è stato importato.')
  await give(new File(['no zip'], 'rotto.xlsx'))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('rotto.xlsx non è leggibile. Nulla è stato importato.'))
  expect(asked).toEqual([])
})
test('what is wrong is shown before anything is stored; the others are stored one by one', async () => {
  const { asked } = await open(answering(boxes.create, { id: 1, code: 'A' }))
  await give(await sheet('A', 'old', 'B'))
  expect(await screen.findByText('Code: È già in uso')).toBeInTheDocument()
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Importa 2 righe' }))
  expect(await screen.findByText('2 righe importate')).toBeInTheDocument()
  expect(asked.map(a => a.body)).toEqual([{ code: 'A' }, { code: 'B' }])
})
test('what the server refuses is listed at the end, with its row', async () => {
  await open(failing(boxes.create, 422, { message: 'no', code: 'invalid', data: { code: ['Riservato'] } }))
  await give(await sheet('A'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 1 riga' }))
  expect(await screen.findByText('Una riga non è stata importata')).toBeInTheDocument()
  expect(screen.getByText('Code: Riservato')).toBeInTheDocument()
})
test('a sheet longer than a user may store in a minute waits and goes on', async () => {
  let busy = true
  const { asked } = await open({
    e: boxes.create,
    respond: () => {
      const answer = busy
        ? Response.json({ message: 'Attendi', code: 'too_many' }, { status: 429, headers: { 'retry-after': '1' } })
        : Response.json({ data: { id: 1, code: 'A' } }, { status: 201 })
      busy = false
      return answer
    },
  })
  await give(await sheet('A', 'B'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importa 2 righe' }))
  expect(await screen.findByText('2 righe importate', {}, { timeout: 10_000 })).toBeInTheDocument()
  expect(asked.map(a => a.body)).toEqual([{ code: 'A' }, { code: 'A' }, { code: 'B' }])
})
