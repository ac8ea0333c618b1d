// Which texts of each language are loaded: those of the first screens, or all of them.
import type { Language } from '@flotta/core/languages.ts'

/** Loads texts of a language and adds them to those that are shown. */
type AddTexts = (language: Language) => Promise<void>

export class TextParts {
  readonly #first: AddTexts
  readonly #all: AddTexts
  #needsAll = false
  readonly #loaded = new Map<Language, 'first' | 'all'>()

  constructor(first: AddTexts, all: AddTexts) {
    this.#first = first
    this.#all = all
  }
  /** From now on every language has all texts before it is shown. */
  requireAll(): void {
    this.#needsAll = true
  }
  /** Loads what the language still lacks, also when all texts are required while the first ones load. */
  async load(language: Language): Promise<void> {
    while (this.#loaded.get(language) !== 'all') {
      const part = this.#needsAll ? 'all' : 'first'
      if (this.#loaded.get(language) === part) return
      await (part === 'all' ? this.#all : this.#first)(language)
      this.#loaded.set(language, part)
    }
  }
}
