import { line, NAME_MAX, NAME_MIN, title } from '../common.ts'
import { readable } from './plain-text.ts'

/**
 * Top-level domains that phones turn into links: country codes and common generic ones. "Node.js", "A.B.C. Ltd" and "י.
 * כהן" end in none of them.
 */
const COUNTRIES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
const OTHERS =
  'com net org info biz edu gov mil int pro name mobi tel asia cat post jobs travel museum coop aero app dev web page site website online shop store blog club top live life link click one xyz icu vip fun win bid loan men date review stream download trade science party space tech host press news email chat group world today agency digital media studio design cloud social network solutions services support center company business finance money bank tax law legal health care clinic dental doctor fit yoga beauty salon fashion style boutique gift gifts sale deals discount promo events tickets games casino bet poker win academy school education training courses guru expert consulting marketing photos photography gallery video film music art camp cafe restaurant pizza bar kitchen recipes wine green energy solar build construction properties estate house homes rent villas holiday vacations flights taxi auto cars delivery express zone city land global international red blue pink black ink kim gold jewelry ישראל קום'
const ENDS = [...COUNTRIES.split(' '), ...OTHERS.split(' ')].join('|')

/** Matches a label, a dot and a top-level domain, as in the address of a site or a mailbox. */
const SITE = new RegExp(`[^\\s.]\\.(?:${ENDS}|xn--[a-z0-9-]+)(?![\\p{L}\\p{N}_-])`, 'iu')
const SCHEME = /[a-z][a-z+.-]*:\/\/|\bwww\./iu
const MAILBOX = /[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}{2,}/u

const YEARS = /(?<!\d)(?:19|20)\d\d\s*[-\u2010-\u2015]\s*(?:19|20)?\d\d(?!\d)/gu
const DAYS = /(?<!\d)\d{1,2}[.\-/]\d{1,2}[.\-/](?:\d{4}|\d{2})(?!\d)/gu
/** Matches at least seven digits, with common separators between them. */
const PHONE = /\p{Nd}(?:[^\p{L}\p{N},/]*\p{Nd}){6}/u

/**
 * Whether a name contains something that phones turn into a link: a site, a mailbox or a phone number. Dates and ranges
 * of years are allowed.
 */
export function holdsAddress(name: string): boolean {
  const text = readable(name)
  if (SCHEME.test(text) || MAILBOX.test(text) || SITE.test(text)) return true
  return PHONE.test(text.replace(YEARS, ' / ').replace(DAYS, ' / '))
}
const isName = (name: string) => !holdsAddress(name)

/** Names of businesses and campaigns. */
export const publicTitle = title.refine(isName, 'name_with_address')
/** A person's full name, which must not contain an email address. The prompt for a name applies the same rule. */
export const personName = line(NAME_MAX, NAME_MIN)
  .refine((name) => !name.includes('@'), { error: 'name_is_email', abort: true })
  .refine(isName, 'name_with_address')
