// English, Spanish and German names of well-known places, where they differ from the local name, and
// cities that are their country.
import type { Language } from '@flotta/core/languages.ts'

type Names = Partial<Record<Exclude<Language, 'it'>, string>>

/**
 * Country and name in the data → the names in other languages. A missing language uses the data's
 * name. Italian names are in the data.
 */
const NAMES: Readonly<Record<string, Names>> = {
  'AT Vienna': { es: 'Viena', de: 'Wien' },
  'AT Salzburg': { es: 'Salzburgo' },
  'BA Sarajevo': { de: 'Sarajewo' },
  'BE Antwerpen': { en: 'Antwerp', es: 'Amberes' },
  'BE Brussels': { es: 'Bruselas', de: 'Brüssel' },
  'BE Gent': { en: 'Ghent', es: 'Gante' },
  'BE Liège': { es: 'Lieja', de: 'Lüttich' },
  'BG Sofia': { es: 'Sofía' },
  'CH Basel': { es: 'Basilea' },
  'CH Bern': { es: 'Berna' },
  'CH Genève': { en: 'Geneva', es: 'Ginebra', de: 'Genf' },
  'CH Lausanne': { es: 'Lausana' },
  'CH Luzern': { en: 'Lucerne', es: 'Lucerna' },
  'CH Zürich': { en: 'Zurich', es: 'Zúrich' },
  'CZ Brno': { de: 'Brünn' },
  'CZ Prague': { es: 'Praga', de: 'Prag' },
  'DE Berlin': { es: 'Berlín' },
  'DE Dresden': { es: 'Dresde' },
  'DE Frankfurt am Main': { en: 'Frankfurt', es: 'Fráncfort' },
  'DE Hamburg': { es: 'Hamburgo' },
  'DE Hannover': { en: 'Hanover', es: 'Hanóver' },
  'DE Köln': { en: 'Cologne', es: 'Colonia' },
  'DE Mainz': { es: 'Maguncia' },
  'DE Munich': { es: 'Múnich', de: 'München' },
  'DE Nürnberg': { en: 'Nuremberg', es: 'Núremberg' },
  'DK Copenhagen': { es: 'Copenhague', de: 'Kopenhagen' },
  'ES Donostia / San Sebastián': { en: 'San Sebastián', es: 'San Sebastián', de: 'San Sebastián' },
  'ES Gasteiz / Vitoria': { en: 'Vitoria', es: 'Vitoria', de: 'Vitoria' },
  'ES Sevilla': { en: 'Seville' },
  'ES Zaragoza': { de: 'Saragossa' },
  'FR Bordeaux': { es: 'Burdeos' },
  'FR Marseille': { es: 'Marsella' },
  'FR Nice': { es: 'Niza', de: 'Nizza' },
  'FR Paris': { es: 'París' },
  'FR Strasbourg': { es: 'Estrasburgo', de: 'Straßburg' },
  'FR Toulouse': { es: 'Tolosa' },
  'GB Edinburgh': { es: 'Edimburgo' },
  'GB London': { es: 'Londres' },
  'GR Athens': { es: 'Atenas', de: 'Athen' },
  'GR Piraeus': { es: 'El Pireo', de: 'Piräus' },
  'GR Thessaloníki': { en: 'Thessaloniki', es: 'Tesalónica', de: 'Thessaloniki' },
  'IE Dublin': { es: 'Dublín' },
  'IT Bolzano': { de: 'Bozen' },
  'IT Bressanone': { de: 'Brixen' },
  'IT Brunico': { de: 'Bruneck' },
  'IT Firenze': { en: 'Florence', es: 'Florencia', de: 'Florenz' },
  'IT Genova': { en: 'Genoa', es: 'Génova', de: 'Genua' },
  'IT Mantova': { en: 'Mantua', es: 'Mantua', de: 'Mantua' },
  'IT Merano': { de: 'Meran' },
  'IT Milano': { en: 'Milan', es: 'Milán', de: 'Mailand' },
  'IT Napoli': { en: 'Naples', es: 'Nápoles', de: 'Neapel' },
  'IT Padova': { en: 'Padua', es: 'Padua', de: 'Padua' },
  'IT Roma': { en: 'Rome', de: 'Rom' },
  'IT Siracusa': { en: 'Syracuse', de: 'Syrakus' },
  'IT Torino': { en: 'Turin', es: 'Turín', de: 'Turin' },
  'IT Trento': { de: 'Trient' },
  'IT Trieste': { de: 'Triest' },
  'IT Venezia': { en: 'Venice', es: 'Venecia', de: 'Venedig' },
  'NL The Hague': { es: 'La Haya', de: 'Den Haag' },
  'PL Gdańsk': { de: 'Danzig' },
  'PL Kraków': { en: 'Krakow', es: 'Cracovia', de: 'Krakau' },
  'PL Warsaw': { es: 'Varsovia', de: 'Warschau' },
  'PL Wrocław': { es: 'Breslavia', de: 'Breslau' },
  'PT Lisbon': { es: 'Lisboa', de: 'Lissabon' },
  'PT Porto': { es: 'Oporto' },
  'RO Bucharest': { es: 'Bucarest', de: 'Bukarest' },
  'RS Belgrade': { es: 'Belgrado', de: 'Belgrad' },
  'SE Göteborg': { en: 'Gothenburg', es: 'Gotemburgo' },
  'SE Stockholm': { es: 'Estocolmo' },
  'SI Ljubljana': { es: 'Liubliana' },
  'UA Kyiv': { es: 'Kiev', de: 'Kiew' },
}

/** Cities with the name of their country: the country is not repeated. */
const IS_COUNTRY: ReadonlySet<string> = new Set([
  'VA Vatican City',
  'MC Monaco',
  'SM San Marino',
  'LU Luxembourg',
  'GI Gibraltar',
])

export const isCountry = (country: string, name: string): boolean =>
  IS_COUNTRY.has(`${country} ${name}`)
/** The name in a language; undefined: the name in the data. */
export const nameIn = (
  language: Exclude<Language, 'it'>,
  country: string,
  name: string,
): string | undefined => NAMES[`${country} ${name}`]?.[language]
/** All names in other languages. */
export const otherNames = (country: string, name: string): readonly string[] =>
  Object.values(NAMES[`${country} ${name}`] ?? {})
