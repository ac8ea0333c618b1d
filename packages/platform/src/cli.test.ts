import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { command, parseCommandLine, UsageError } from './cli.ts'
import { printable } from './cli-output.ts'

const commands = [
  command({
    noun: 'customer',
    verb: 'create',
    summary: 'Create a customer',
    options: z.object({
      name: z.string().min(1).describe('company name'),
      parent: z.coerce.number().optional().describe('id'),
    }),
    run: async a => a,
  }),
  command({
    noun: 'customer',
    verb: 'remove',
    summary: 'Remove a customer',
    argument: 'id',
    options: z.object({ id: z.coerce.number().int().describe('customer id') }),
    run: async a => a,
  }),
  command({
    noun: 'replay',
    verb: '',
    summary: 'Replay a track',
    argument: 'file',
    options: z.object({
      file: z.string().describe('GPX file'),
      'keep-times': z.boolean().default(false).describe('as recorded'),
    }),
    run: async a => a,
  }),
]
const parse = (...argv: string[]) => parseCommandLine(argv, commands)

describe('the arguments of a command', () => {
  test.each([
    [['customer', 'create', '--name', 'Rossi'], { name: 'Rossi' }, false],
    [
      ['customer', 'create', '--name=Rossi & figli', '--parent', '3', '--json'],
      { name: 'Rossi & figli', parent: 3 },
      true,
    ],
    [['customer', 'remove', '7'], { id: 7 }, false],
    [['replay', 'a.gpx', '--keep-times'], { file: 'a.gpx', 'keep-times': true }, false],
    [['replay', 'a.gpx'], { file: 'a.gpx', 'keep-times': false }, false],
  ])('%j', (argv, args, json) => {
    expect(parse(...argv)).toMatchObject({ kind: 'run', args, json })
  })
  test.each([[[]], [['--help']], [['customer', '--help']], [['customer', 'create', '--help']]])(
    '%j prints help',
    argv => {
      expect(parse(...argv)).toMatchObject({
        kind: 'help',
        text: expect.stringContaining('customer create'),
      })
    },
  )
})
describe('an error in the arguments names what to type instead', () => {
  test.each([
    [['custmer', 'create'], /unknown noun "custmer".*customer, replay/s],
    [['customer'], /needs a verb; there are: create, remove/],
    [['customer', 'make'], /unknown verb "make"/],
    [
      ['customer', 'create'],
      /--name is missing \(company name\)\nType: npm run -s flotta -- customer create --name NAME/,
    ],
    [['customer', 'create', '--name', ''], /--name {2}is not allowed/],
    [['customer', 'create', '--nam', 'x'], /Unknown option '--nam'/],
    [['customer', 'remove'], /<id> is missing/],
    [['customer', 'remove', 'x'], /<id> x is not allowed/],
    [['customer', 'remove', '1', '2'], /unexpected argument "2"/],
  ])('%j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(UsageError)
    expect(() => parse(...argv)).toThrow(message)
  })
})
test('a list is printed as a table, and a record as lines', () => {
  expect(
    printable([
      { id: 1, name: 'A' },
      { id: 20, name: null },
    ]),
  ).toBe('id  name\n1   A\n20  —')
  expect(printable({ id: 1, long_name: 'x' })).toBe('id         1\nlong_name  x')
  expect(printable([])).toBe('(none)')
})
