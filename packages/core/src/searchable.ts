// The comparison of texts in searches: without case, accents and spaces, and with one apostrophe. The database has the same rule (`searchable(text)`).

/** Letters that normalisation does not divide into a base letter and an accent, and the sigma at the end of a word. The migration has the same pairs. */
const LETTERS: Readonly<Record<string, string>> = {
  Æ: 'ae',
  æ: 'ae',
  Œ: 'oe',
  œ: 'oe',
  ẞ: 'ss',
  ß: 'ss',
  Ø: 'o',
  ø: 'o',
  Ł: 'l',
  ł: 'l',
  Đ: 'd',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
}

/** The characters that people type for an apostrophe: telephones insert another one than keyboards. */
const APOSTROPHES = /[`\u00b4\u02bc\u2018\u2019\u2032]/g

/** Letters that may have upper and lower case: Latin, Greek, Cyrillic, Armenian. Rarer scripts are compared unchanged. */
const CASED = /[A-\u0556]/g
/** Converts letter by letter, because the lower case of a letter in a whole word depends on its position. */
export const searchable = (text: string): string =>
  text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f \t\n\r\f\v]/g, '')
    .replace(/[ÆæŒœẞßØøŁłĐđıς]/g, letter => LETTERS[letter] ?? letter)
    .replace(CASED, letter => letter.toLowerCase())

/** Whether texts contain the words, by the rule of every search of the product. `%` and `_` are ordinary characters. */
export function finder(words: string): (text: string | null | undefined) => boolean {
  const searched = searchable(words)
  return text => searchable(text ?? '').includes(searched)
}
export const contains = (text: string | null | undefined, words: string): boolean =>
  finder(words)(text)
