// The form of the feed's answer, by what its reader accepts.
import { expect, test } from 'vitest'
import { formOf } from './forms.ts'

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['text/html', 'json'],
  ['TEXT/CSV; charset=utf-8', 'csv'],
  ['text/csv, */*', 'csv'],
  ['application/x-ndjson, text/csv', 'ndjson'],
  ['application/x-ndjson;q=0.5, text/csv', 'csv'],
  ['application/json; q=0.1, text/csv; q=0.9', 'csv'],
  ['text/csv;q=0, application/json', 'json'],
  ['text/csv;q=0', 'json'],
  ['text/csv;q=odd', 'json'],
])('%s is answered as %s [feed.5]', (accept, form) => {
  expect(formOf(accept)).toBe(form)
})
