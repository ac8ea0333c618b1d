// Words that readers stumbled over stay out of the texts: riddles, jargon, and second names of what has one.
import { type Language, languages } from '@flotta/core/languages.ts'
import { expect, test } from 'vitest'
import type { TextTree } from './text-tree.ts'
import { loadTexts } from './texts.ts'

/** What must not stand in a text, and what is said in its place. */
const forbidden: Readonly<Record<Language, readonly (readonly [word: RegExp, better: string])[]>> =
  {
    it: [
      [/Dove sono, da quando/, 'Dove sono i tuoi mezzi, da quando, e se va tutto bene'],
      [/\boltre di\b/, 'superato di'],
      [/\(manca su/, 'non incluso nel contratto di'],
      [/^In attesa ·/, 'In coda da'],
      [/^Azzera( i selezionati)?$/, 'Togli'],
      [/^Filtro flotte$/, 'Flotta'],
      [/^Ultime volte$/, 'Ultimi invii'],
      [/Nulla è andato perso/, 'Quello che hai scritto è ancora qui'],
      [/\bOps\b/, 'what happened'],
      [/affare di chi/, 'non è visibile a nessuno'],
      [/che vada e venga/, 'avvisi ripetuti'],
      [/^Racconta /, 'Riguarda'],
      [/non è regolare/, 'fuori soglia'],
      [/Imposta setpoint/, 'Imposta il setpoint'],
      [/^Sottratto$/, 'Prelevato senza autorizzazione'],
      [/fuori (tolleranza|intervallo)/i, 'fuori range'],
      [/[Cc]ontrollo del freddo/, 'Refrigerazione'],
      [/\b[Vv]eicol[oi]\b/, 'mezzo'],
    ],
    en: [
      [/^(Hub|Point of interest) left$/, 'Left hub, Left point of interest'],
      [/load is above the maximum/, 'Overloaded'],
      [/temperature is not right/, 'out of range'],
      [/of what and how/, 'about what, and how'],
      [/own affair/, 'Positions are hidden'],
      [/^Whoever is not active/, 'Inactive drivers'],
      [/has its call/, 'available through the API'],
      [/\bunder way\b/, 'in progress'],
      [/^Last times$/, 'Recent runs'],
      [/Set setpoint/, 'Set compartment 1 setpoint'],
      [/\b(cold control|fridge service)\b/i, 'Refrigeration'],
    ],
    es: [
      [/\bUps\b/, 'what happened'],
      [/equipo frigorífico|grupo frigorífico/i, 'equipo de frío'],
      [/fuera de (tolerancia|intervalo)/i, 'fuera de rango'],
    ],
    de: [
      [/\b(Ups|Hoppla)\b/, 'what happened'],
      [/Kühlgerät|Kältegerät|Kühlmaschine|Kühlanlage/, 'Kühlaggregat'],
      [/\bKammer\b/, 'Abteil'],
    ],
  }
const flat = (texts: TextTree, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flat(value, `${before}${key}.`),
  )

test.each(languages)(
  '%s has none of the words that were stumbled over [general.99]',
  async language => {
    const texts = flat(await loadTexts(language))
    expect(
      texts.flatMap(([key, text]) =>
        forbidden[language].flatMap(([word, better]) =>
          word.test(text) ? [`${key}: "${text}" → ${better}`] : [],
        ),
      ),
    ).toEqual([])
  },
)
