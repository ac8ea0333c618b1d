// Mails to people, with a greeting by name, in their language, and with our footer.
import type { Language } from '@flotta/core/languages.ts'
import { hasPageAddress } from '@flotta/core/names.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Letter, mailOf } from '@flotta/platform/mail-layout.ts'

export interface LetterReader {
  readonly language: Language
  /** undefined: the recipient is an address alone, and the mail has no greeting. */
  readonly name?: string
}

/** The subject and body for `queueMail`. The subject is the letter's title unless it is given. */
export function letterTo(
  { say, config }: Pick<Context, 'say' | 'config'>,
  { language, name }: LetterReader,
  { subject, ...letter }: Omit<Letter, 'language' | 'footer'> & { readonly subject?: string },
): { readonly subject: string; readonly body: string; readonly html: string } {
  // names that are older than the rule for names may still contain an address of a page, and so may names that the provider sets
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
