// The settings for a phone: the address in its code, and an identifier that nobody guesses.
import { expect, test } from 'vitest'
import { codeOfPhone, newPhoneIdentifier } from './PhoneSetUp.tsx'

test('the code contains the server and the identifier, however the address is written [devices.23]', () => {
  expect(codeOfPhone('http://example.com:5000', 'k7m2')).toBe('http://example.com:5000/?id=k7m2')
  expect(codeOfPhone('http://example.com:5000/', 'a b&c')).toBe(
    'http://example.com:5000/?id=a%20b%26c',
  )
})
test('every phone gets an identifier of its own', () => {
  const identifiers = new Set(Array.from({ length: 100 }, newPhoneIdentifier))
  expect(identifiers.size).toBe(100)
  for (const identifier of identifiers) expect(identifier).toMatch(/^[a-z2-9]{12}$/)
})
