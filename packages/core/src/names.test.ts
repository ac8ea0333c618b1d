import { describe, expect, test } from 'vitest'
import { nameText } from './names.ts'

const issueOf = (name: string) =>
  nameText(100)
    .safeParse(name)
    .error?.issues.map(i => i.message) ?? []

describe('names', () => {
  test.each([
    'Rossi Trasporti S.r.l.',
    'Salumificio Demo S.p.A.',
    'F.lli Bianchi s.n.c.',
    'Az.Ag. La Quercia',
    'Az.Ag La Quercia',
    'Soc.Coop. Il Ponte',
    'Müller GmbH & Co.KG',
    'Transportes López, S.A.',
    'Dott.ssa Anna Verdi',
    'C.so Italia 5',
    'St.Gallen',
    'Giro 3/4 e 10:30',
    'O’Brien-D’Angelo',
    'Ole.Gunnar',
    'N. 12, ore 8.30',
    '1.5 t',
    '李小龍',
  ])('%s is accepted', name => expect(issueOf(name)).toEqual([]))
  test.each([
    'https://evil.example/x',
    'Your prize: HTTP://EVIL.example',
    'javascript:/x',
    '//evil.example',
    'www.evil.example',
    'Visit WWW2.evil',
    'evil.com',
    'Win at evil.com.',
    'x.com',
    'bit.ly/x',
    'is.gd/x',
    'hotel.taxi now',
    'trasporti.it',
    'trasporti.it:8080',
    'a@trasporti.it',
    'example.co.uk',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'пример.рф',
    'evil.xn--p1ai',
  ])('%s is refused because it holds the address of a page', name =>
    expect(issueOf(name)).toEqual(['validation.no_page']),
  )
  test.each([
    'Marta\nRossi',
    'Marta\r\nBcc: x',
    'Marta\u2028Rossi',
    'Mar\tta',
    'Marta\u0007',
    'evil\u202emoc.',
    'ev\u200bil.com',
  ])('%j is refused because it is more than one line', name =>
    expect(issueOf(name)).toContain('validation.one_line'),
  )
  test.each(['', '  ', '\n'])('%j is refused because it is empty', name =>
    expect(issueOf(name).length).toBeGreaterThan(0),
  )
})
