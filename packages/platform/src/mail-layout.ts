// The layout of every mail: one column, as plain text and as HTML. It uses tables and inline styles, because mail programs support little else; a
// dark mode for readers who use one; nothing is loaded from the network.
import type { Language } from '@flotta/core/languages.ts'

export interface Fact {
  readonly label: string
  readonly value: string
}
export interface Action {
  readonly label: string
  readonly url: string
}
/** One of several items of a mail. */
export interface LetterItem {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly action?: Action
  /** Severity, shown as a thin edge beside the text: 0 event, 1 warning, 2 alarm. */
  readonly severity?: 0 | 1 | 2
}
/** A mail before its layout; all fields are plain text. */
export interface Letter extends Partial<Omit<LetterItem, 'title'>> {
  readonly language: Language
  readonly title: string
  readonly paragraphs?: readonly string[]
  readonly items?: readonly LetterItem[]
  /** Notes below the button, for example what to do if you did not request this. */
  readonly notes?: readonly string[]
  readonly footer?: string
}

/** A letter whose missing lists are empty. */
type WholeLetter = Letter & Required<Pick<Letter, 'paragraphs' | 'facts' | 'items' | 'notes'>>

export function mailOf(letter: Letter): { readonly body: string; readonly html: string } {
  const wholeLetter = { paragraphs: [], facts: [], items: [], notes: [], ...letter }
  return { body: textOf(wholeLetter), html: htmlOf(wholeLetter) }
}

function textOf(letter: WholeLetter): string {
  const { title, paragraphs, facts, action, items, notes, footer } = letter
  const factLines = (some: readonly Fact[]) =>
    some.length > 0 ? [some.map(f => `${f.label}: ${f.value}`).join('\n')] : []
  const actionLines = (one: Action | undefined) =>
    one === undefined ? [] : [`${one.label}:\n${one.url}`]
  const itemTexts = items.flatMap(item => [
    [`— ${item.title}`, ...factLines(item.facts), ...actionLines(item.action)].join('\n'),
  ])
  const parts = [
    title,
    ...paragraphs,
    ...factLines(facts),
    ...itemTexts,
    ...actionLines(action),
    ...notes,
    ...(footer === undefined ? [] : [`-- \n${footer}`]),
  ]
  return `${parts.join('\n\n')}\n`
}

const escapeHtml = (text: string): string =>
  text
    .replace(
      /[&<>"']/g,
      c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c,
    )
    .replace(/\n/g, '<br>')
/** Only addresses of pages become links. */
const link = (url: string): string => (/^https?:\/\//i.test(url) ? escapeHtml(url) : '#')

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const edges = { 0: '#2e51bb', 1: '#fbc500', 2: '#d32929' } as const
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Colours for dark mode; those for light mode are inline styles of the elements. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page,.ground{background:#14171c!important}.card{background:#1b1f26!important;border-color:#2d3440!important}.line{border-color:#2d3440!important}
.text{color:#e6e9ee!important}.quiet{color:#9aa4b2!important}.brand{color:#93a9ee!important}.button{background:#4a6be0!important}}
@media (max-width:600px){.page{padding:12px 8px!important}.inner{padding:20px 16px!important}}`

const paragraph = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;font-size:15px;line-height:1.5;color:#1d232c;${FONT}">${escapeHtml(text)}</p>`

const factsOf = (facts: readonly Fact[]): string =>
  facts.length === 0
    ? ''
    : `<table ${TABLE} width="100%" style="margin:0 0 16px">${facts
        .map(
          f => `<tr><th class="quiet" scope="row" align="left" valign="baseline" width="38%" style="padding:6px 12px 6px 0;font-size:13px;font-weight:400;line-height:1.45;color:#5b6675;${FONT}">${escapeHtml(f.label)}</th>
<td class="text" valign="baseline" style="padding:6px 0;font-size:14px;line-height:1.45;color:#1d232c;overflow-wrap:anywhere;${FONT}">${escapeHtml(f.value)}</td></tr>`,
        )
        .join('')}</table>`

const buttonOf = (action: Action | undefined): string =>
  action === undefined
    ? ''
    : `<table ${TABLE} style="margin:4px 0 20px"><tr><td class="button" bgcolor="#2e51bb" style="border-radius:6px;background:#2e51bb"><a href="${link(action.url)}" style="display:inline-block;padding:11px 20px;font-size:15px;line-height:1.2;font-weight:600;color:#ffffff;text-decoration:none;${FONT}">${escapeHtml(action.label)}</a></td></tr></table>`

const itemOf = ({ title, facts, action, severity }: LetterItem): string =>
  `<table ${TABLE} width="100%" class="line" style="margin:0 0 16px;border-top:1px solid #e1e5eb"><tr><td style="padding:16px 0 0${severity === undefined ? '' : ` 12px;border-left:4px solid ${edges[severity]}`}">
<h2 class="text" style="margin:0 0 8px;font-size:16px;line-height:1.35;font-weight:600;color:#1d232c;${FONT}">${escapeHtml(title)}</h2>${factsOf(facts)}${
    action === undefined
      ? ''
      : `<p style="margin:0 0 8px;font-size:14px;${FONT}"><a class="brand" href="${link(action.url)}" style="color:#2e51bb">${escapeHtml(action.label)}</a></p>`
  }</td></tr></table>`

function htmlOf(letter: WholeLetter): string {
  const { language, title, paragraphs, facts, action, items, notes, footer, severity } = letter
  const edge =
    severity === undefined
      ? ''
      : `<tr><td height="4" style="height:4px;line-height:4px;font-size:0;background:${edges[severity]}">&nbsp;</td></tr>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f4f6f9"><table ${TABLE} width="100%" class="page" style="background:#f4f6f9;padding:32px 16px"><tr><td align="center">
<table ${TABLE} width="100%" style="max-width:560px"><tr><td style="padding:0 4px 12px"><span class="brand" style="font-size:16px;font-weight:700;color:#2e51bb;${FONT}">Flotta</span></td></tr></table>
<table ${TABLE} width="100%" class="card" style="max-width:560px;background:#ffffff;border:1px solid #e1e5eb;border-radius:6px;overflow:hidden">${edge}<tr><td class="inner" style="padding:28px 32px 12px">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:#1d232c;${FONT}">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}${factsOf(facts)}${buttonOf(action)}${items.map(itemOf).join('\n')}${notes.map(paragraph).join('\n')}</td></tr></table>
<table ${TABLE} width="100%" style="max-width:560px"><tr><td class="quiet" style="padding:16px 4px;font-size:12px;line-height:1.5;color:#5b6675;${FONT}">${escapeHtml(footer ?? '')}</td></tr></table>
</td></tr></table></body></html>
`
}
