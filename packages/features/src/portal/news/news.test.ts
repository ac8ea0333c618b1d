// The promotional pages ship with the product, in four languages.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@flotta/core/languages.ts'
import { expect, test } from 'vitest'
import { latestNews, news, newsUrl } from './news.ts'

const file = (url: string) => join(import.meta.dirname, '../../../../app/public', url)
test('the latest news is the one with the highest id [news.4]', () =>
  expect(latestNews.id).toBe(Math.max(...news.map(n => n.id))))
test.each(
  news.flatMap(one => languages.map(language => [newsUrl(one, language), language] as const)),
)('%s [news.3]', (url, language) => {
  const text = readFileSync(file(url), 'utf8')
  expect(text).toContain(`<html lang="${language}">`)
  // the content policy allows our own files, and nothing inline
  expect(text).not.toMatch(/https?:|<style|style=|<script>| on\w+=/)
  for (const [, own = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g))
    expect([own, existsSync(file(own))]).toEqual([own, true])
  expect(text.match(/<h1>/g)).toHaveLength(1)
})
