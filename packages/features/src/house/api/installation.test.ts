// An installation that is not Italian: its language and time zone are the defaults for everybody.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptLanguage } from '@flotta/core/languages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '../../people/customers/contract.ts'
import { users } from '../../people/users/contract.ts'
import { schedules } from '../../reports/schedules/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
let caller: Caller
let web: string
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'flotta-web-'))
  await writeFile(
    join(web, 'index.html'),
    '<!doctype html>\n<html lang="it" data-timezone="Europe/Rome">\n<title>Flotta</title>',
  )
  app = await testApp({
    webDir: web,
    env: { FLOTTA_LANGUAGE: 'de', FLOTTA_TIMEZONE: 'Europe/Vienna' },
  })
  caller = await app.as(await app.make.user((await app.make.customer()).id, 'control'))
})
afterAll(async () => {
  await app.close()
  await rm(web, { recursive: true })
})

test.each([
  ['pt-BR, fr;q=0.8', 'de'],
  [undefined, 'de'],
  ['pt, es;q=0.5', 'es'],
  ['en', 'en'],
])('who asks for %s is answered in %s', async (header, language) => {
  const answer = await app.server.app.inject({
    url: '/api/v1/vehicles/1',
    headers: header === undefined ? {} : { 'accept-language': header },
  })
  expect(answer.headers['content-language']).toBe(language)
  expect(JSON.parse(answer.body).message).toBe(
    app.ctx.say(acceptLanguage(language), { key: 'api.unauthorized' }),
  )
})

test('the page begins in it', async () => {
  for (const url of ['/', '/vehicles']) {
    const page = await app.server.app.inject({ url, headers: { accept: 'text/html' } })
    expect([page.headers['content-type'], page.headers['cache-control']]).toEqual([
      'text/html; charset=utf-8',
      'no-cache',
    ])
    expect(page.body).toBe(
      '<!doctype html>\n<html lang="de" data-timezone="Europe/Vienna">\n<title>Flotta</title>',
    )
  }
})

test('users, companies and schedules are made with them, unless they say others', async () => {
  const person = { name: 'Anna Huber', email: 'anna@huber.example', role: 'view' as const }
  expect((await caller.call(users.create, { body: person })).data).toMatchObject({ language: 'de' })
  expect(
    (
      await caller.call(users.create, {
        body: { ...person, email: 'ana@huber.example', language: 'es' },
      })
    ).data,
  ).toMatchObject({ language: 'es' })
  const company = { name: 'Huber', vat_id: '123', email: 'post@huber.example' }
  expect((await caller.call(customers.create, { body: company })).data).toMatchObject({
    timezone: 'Europe/Vienna',
  })
  expect(
    (await caller.call(customers.create, { body: { ...company, timezone: 'Europe/Rome' } })).data,
  ).toMatchObject({ timezone: 'Europe/Rome' })
  const schedule = {
    name: 'Fahrer',
    type: 'drivers' as const,
    every: 'day' as const,
    recipients: ['chef@huber.example'],
  }
  expect((await caller.call(schedules.create, { body: schedule })).data).toMatchObject({
    language: 'de',
  })
})
