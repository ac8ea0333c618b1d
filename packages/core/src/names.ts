// Names that people choose and that appear in mails to others: one line, without an address that a mail program would turn into a link.
import { requiredText } from './contract.ts'

/** Line breaks, other control characters, and characters that change the direction of writing or are invisible. */
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

/** Generic top-level domains, under which anybody may register. Mail programs make a link of any word before them, however short. */
const GENERIC =
  'com|net|org|info|biz|xyz|online|site|website|web|app|dev|page|pages|link|click|top|shop|store|club|live|icu|vip|work|works|space|tech|cloud|email|mail|pro|name|mobi|asia|tel|jobs|travel|museum|aero|cat|post|edu|gov|mil|int|arpa|blog|news|zip|mov|fun|win|bid|loan|men|party|date|download|stream|trade|review|science|racing|cricket|faith|accountant|today|world|life|host|press|digital|agency|media|network|solutions|services|support|systems|technology|group|company|center|delivery|express|taxi|cab|cars|auto|car|one|ninja|rocks|guru|wiki|ink|lol|lat|quest|cfd|cyou|sbs|bond|rest|buzz|monster|uno|gdn|kim|red|blue|black|pink|moe|eus|gal|bcn|berlin|hamburg|koeln|cologne|bayern|nrw|ruhr|saarland|tirol|wien|swiss|paris|london|bzh|alsace|corsica|africa|nyc|рф|xn--[a-z0-9]+'
/** Top-level domains of countries. A word of one or two letters before them is an abbreviation (`Az.Ag`, `C.so`). */
const COUNTRIES =
  'ac|ad|ae|af|ag|ai|al|am|ao|aq|ar|as|at|au|aw|ax|az|ba|bb|bd|be|bf|bg|bh|bi|bj|bm|bn|bo|br|bs|bt|bw|by|bz|ca|cc|cd|cf|cg|ch|ci|ck|cl|cm|cn|co|cr|cu|cv|cw|cx|cy|cz|de|dj|dk|dm|do|dz|ec|ee|eg|er|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gb|gd|ge|gf|gg|gh|gi|gl|gm|gn|gp|gq|gr|gs|gt|gu|gw|gy|hk|hm|hn|hr|ht|hu|id|ie|il|im|in|io|iq|ir|is|it|je|jm|jo|jp|ke|kg|kh|ki|km|kn|kp|kr|kw|ky|kz|la|lb|lc|li|lk|lr|ls|lt|lu|lv|ly|ma|mc|md|me|mg|mh|mk|ml|mm|mn|mo|mp|mq|mr|ms|mt|mu|mv|mw|mx|my|mz|na|nc|ne|nf|ng|ni|nl|no|np|nr|nu|nz|om|pa|pe|pf|pg|ph|pk|pl|pm|pn|pr|ps|pt|pw|py|qa|re|ro|rs|ru|rw|sa|sb|sc|sd|se|sg|sh|si|sk|sl|sm|sn|so|sr|ss|st|su|sv|sx|sy|sz|tc|td|tf|tg|th|tj|tk|tl|tm|tn|to|tr|tt|tv|tw|tz|ua|ug|uk|us|uy|uz|va|vc|ve|vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw'
const LETTER = '[\\p{L}\\p{N}-]'
const PAGE = new RegExp(
  [
    '[a-z]:/',
    '//',
    '(?<![\\p{L}\\p{N}])www\\d?\\.',
    // A path, a port or a query makes an address of any word and any ending.
    `${LETTER}\\.\\p{L}{2,}(/|:\\d|\\?|#)`,
    `${LETTER}\\.(${GENERIC})(?!${LETTER})`,
    `${LETTER}{3}\\.(${COUNTRIES})(?!${LETTER})`,
  ].join('|'),
  'iu',
)

/**
 * Whether a text contains something that reads as the address of a page: with `http://` or `www.`, or a bare domain. Full-width letters count as
 * their plain ones.
 */
export const hasPageAddress = (text: string): boolean =>
  PAGE.test(text.normalize('NFKC').replaceAll(/[。｡]/g, '.'))

/** A name of a person or thing: trimmed, not empty, one line, without the address of a page. */
export const nameText = (max = 200) =>
  requiredText(max)
    .refine(name => !NOT_ONE_LINE.test(name), 'validation.one_line')
    .refine(name => !hasPageAddress(name), 'validation.no_page')
