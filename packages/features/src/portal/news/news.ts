// The product's news: promotional pages that ship with it, an HTML file for each language (`app/public/news`).
import type { Language } from '@flotta/core/languages.ts'

export const news = [
  { id: 1, code: 'ignition-control' },
  { id: 2, code: 'lock-control' },
  { id: 3, code: 'temperature-register' },
] as const
export type News = (typeof news)[number]

export const latestNews: News = news.reduce((newest, item) => (item.id > newest.id ? item : newest))
/** Key of its title. */
export const newsTitle = ({ code }: News) => `news.item.${code}.title`
export const newsUrl = ({ code }: Pick<News, 'code'>, language: Language): string =>
  `/news/${language}/${code}.html`
/** The page about the temperature register, for companies that do not have it. */
export const registerNews = (language: Language): string =>
  newsUrl({ code: 'temperature-register' }, language)
