// The layout of a mail, as text and as HTML.
import { expect, test } from 'vitest'
import { type Letter, mailOf } from './mail-layout.ts'

const letter: Letter = {
  language: 'it',
  title: 'Temperatura fuori range',
  paragraphs: ['Ciao Anna,', 'un mezzo ha bisogno di te.'],
  facts: [
    { label: 'Mezzo', value: 'FR 123 KL' },
    { label: 'Da', value: '22/11/2026 10:15' },
  ],
  action: { label: 'Apri la mappa', url: 'https://flotta.example/global-map?v=1&a=2' },
  notes: ['Puoi cambiare gli avvisi in Configurazione avvisi.'],
  footer: 'Messaggio automatico.',
}

test('a mail has the same content as text and as HTML', () => {
  const { body, html } = mailOf(letter)
  expect(body).toBe(`Temperatura fuori range

Ciao Anna,

un mezzo ha bisogno di te.

Mezzo: FR 123 KL
Da: 22/11/2026 10:15

Apri la mappa:
https://flotta.example/global-map?v=1&a=2

Puoi cambiare gli avvisi in Configurazione avvisi.

-- 
Messaggio automatico.
`)
  const readable = html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, '\n')
  const words = body
    .split('\n')
    .filter(line => /^[A-Z]/.test(line) && !line.includes(': ') && !line.endsWith(':'))
  expect(words.filter(line => !readable.includes(line))).toEqual([])
  expect(html).toContain('<html lang="it">')
  expect(html).toContain('href="https://flotta.example/global-map?v=1&amp;a=2"')
})
test('texts that people wrote are escaped in HTML, and only addresses of web pages become links', () => {
  const { html } = mailOf({
    ...letter,
    facts: [{ label: '<b>', value: '"><script>alert(1)</script>' }],
    action: { label: 'x', url: 'javascript:alert(1)' },
  })
  expect(html).not.toMatch(/<script|<b>|javascript:/)
  expect(html).toContain('&lt;script&gt;')
})
test('a mail loads nothing from the network', () => {
  expect(mailOf(letter).html).not.toMatch(/<img|<link|src=|url\(|@import/)
})
test('a mail of several alerts lists them one below the other, each with its own link', () => {
  const item = (title: string, severity: 1 | 2) => ({
    title,
    severity,
    facts: [{ label: 'Da', value: '10:15' }],
    action: { label: 'Mappa', url: 'https://flotta.example/m' },
  })
  const { body, html } = mailOf({
    language: 'it',
    title: 'Tre avvisi',
    items: [item('Uno', 2), item('Due', 1)],
  })
  expect(body).toBe(
    'Tre avvisi\n\n— Uno\nDa: 10:15\nMappa:\nhttps://flotta.example/m\n\n— Due\nDa: 10:15\nMappa:\nhttps://flotta.example/m\n',
  )
  expect([...html.matchAll(/border-left:4px solid (#\w+)/g)].map(m => m[1])).toEqual([
    '#d32929',
    '#fbc500',
  ])
})
