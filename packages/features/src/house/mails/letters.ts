// Mails to people: greeted by name, in their language, with our footer.
import type { Language } from '@flotta/core/languages.ts'
import { hasPageAddress } from '@flotta/core/names.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Letter, mailOf } from '@flotta/platform/mail-layout.ts'

export interface LetterReader {
  readonly language: Language
  /** Without one nobody is greeted: an address alone. */
  readonly name?: string
}

/** What `queueMail` takes beside the recipient; the subject is the letter's title unless said otherwise. */
export function letterTo(
  { say, config }: Pick<Context, 'say' | 'config'>,
  { language, name }: LetterReader,
  { subject, ...letter }: Omit<Letter, 'language' | 'footer'> & { readonly subject?: string },
): { readonly subject: string; readonly body: string; readonly html: string } {
  // the rule for names is younger than some of the names, and the provider may break it
  const greeting =
    name === undefined || hasPageAddress(name)
      ? []
      : [say(language, { key: 'mails.hello', values: { name } })]
  const footer = say(language, { key: 'mails.footer', values: { address: config.publicUrl } })
  return {
    subject: subject ?? letter.title,
    ...mailOf({
      ...letter,
      language,
      paragraphs: [...greeting, ...(letter.paragraphs ?? [])],
      footer,
    }),
  }
}
