// The names of countries, cities and seas on the embedded map, in the reader's language.
import type { Language } from '@flotta/core/languages.ts'
import { namesByPlace } from '@flotta/core/place-names.ts'
import type { ExpressionSpecification } from 'maplibre-gl'

/** The country's name in the map's data → ISO 3166 code, for which the browser has names. */
const COUNTRIES: Readonly<Record<string, string>> = {
  Ireland: 'IE',
  'United Kingdom': 'GB',
  'Isle of Man': 'IM',
  Morocco: 'MA',
  Spagna: 'ES',
  Portugal: 'PT',
  Gibraltar: 'GI',
  Denmark: 'DK',
  Russia: 'RU',
  Germania: 'DE',
  Luxembourg: 'LU',
  Belgium: 'BE',
  Netherlands: 'NL',
  Francia: 'FR',
  Svizzera: 'CH',
  Tunisia: 'TN',
  Algeria: 'DZ',
  Norway: 'NO',
  Sweden: 'SE',
  Åland: 'AX',
  Czechia: 'CZ',
  Poland: 'PL',
  Macedonia: 'MK',
  Albania: 'AL',
  Kosovo: 'XK',
  Hungary: 'HU',
  Slovakia: 'SK',
  Austria: 'AT',
  Italia: 'IT',
  Serbia: 'RS',
  Croazia: 'HR',
  Slovenia: 'SI',
  Montenegro: 'ME',
  'Bosnia and Herz.': 'BA',
  Malta: 'MT',
  Estonia: 'EE',
  Latvia: 'LV',
  Finland: 'FI',
  Belarus: 'BY',
  Lithuania: 'LT',
  Ukraine: 'UA',
  Romania: 'RO',
  Bulgaria: 'BG',
  Moldova: 'MD',
  Turkey: 'TR',
  Grecia: 'GR',
}

/** Seas, by the Italian names in the map's data. */
const SEAS: Readonly<Record<string, Readonly<Record<Exclude<Language, 'it'>, string>>>> = {
  'Mar Ligure': { en: 'Ligurian Sea', es: 'Mar de Liguria', de: 'Ligurisches Meer' },
  'Golfo del Leone': { en: 'Gulf of Lion', es: 'Golfo de León', de: 'Golfe du Lion' },
  'Mare di Sardegna': { en: 'Sea of Sardinia', es: 'Mar de Cerdeña', de: 'Sardisches Meer' },
  'Mar Mediterraneo': { en: 'Mediterranean Sea', es: 'Mar Mediterráneo', de: 'Mittelmeer' },
  'Mare Adriatico': { en: 'Adriatic Sea', es: 'Mar Adriático', de: 'Adria' },
  'Mar Tirreno': { en: 'Tyrrhenian Sea', es: 'Mar Tirreno', de: 'Tyrrhenisches Meer' },
  'Mar Ionio': { en: 'Ionian Sea', es: 'Mar Jónico', de: 'Ionisches Meer' },
  'Canale di Sicilia': {
    en: 'Strait of Sicily',
    es: 'Canal de Sicilia',
    de: 'Straße von Sizilien',
  },
}

type Pair = readonly [key: string, label: string]

const NAME: ExpressionSpecification = ['get', 'name']
/** The label by a key of the map's data; without a translation the name in the data. */
const labelBy = (
  key: ExpressionSpecification,
  [first = ['', ''], ...others]: readonly Pair[],
): ExpressionSpecification => ['match', key, ...first, ...others.flat(), NAME]

/** The label of a country, in capitals. */
export function countryLabel(language: Language): ExpressionSpecification {
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const pairs = Object.entries(COUNTRIES).map(
    ([name, code]): Pair => [name, regions.of(code) ?? name],
  )
  return ['upcase', labelBy(NAME, pairs)]
}

/** The label of a sea. */
export const seaLabel = (language: Language): ExpressionSpecification =>
  labelBy(
    NAME,
    Object.entries(SEAS).map(([name, names]) => [name, language === 'it' ? name : names[language]]),
  )

/** The label of a city, with its country when two countries have a city with this name. */
export const cityLabel = (language: Language): ExpressionSpecification =>
  labelBy(['concat', ['get', 'country'], ' ', NAME], namesByPlace(language))
