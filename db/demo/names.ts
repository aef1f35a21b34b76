import type { Random } from './random.ts'

/** A name as written, and in Latin letters for the e-mail address. */
type Name = readonly [written: string, latin: string]

const hebrewFirst: Name[] = [
  ['נועה', 'noa'],
  ['רון', 'ron'],
  ['תמר', 'tamar'],
  ['יוסי', 'yossi'],
  ['מיכל', 'michal'],
  ['אבי', 'avi'],
  ['שרה', 'sara'],
  ['דניאל', 'daniel'],
  ['אורטל', 'ortal'],
  ['חיים', 'haim'],
  ['ליאור', 'lior'],
  ['שקד', 'shaked'],
  ['גלית', 'galit'],
  ['איתן', 'eitan'],
  ['רחל', 'rachel'],
  ['עמית', 'amit'],
  ['ענת', 'anat'],
  ['משה', 'moshe'],
  ['הילה', 'hila'],
  ['אסף', 'asaf'],
  ['דנה', 'dana'],
  ['יעקב', 'yaakov'],
  ['סיגל', 'sigal'],
  ['עידו', 'ido'],
]
const hebrewLast: Name[] = [
  ['כהן', 'cohen'],
  ['לוי', 'levi'],
  ['מזרחי', 'mizrahi'],
  ['פרץ', 'peretz'],
  ['ביטון', 'biton'],
  ['אזולאי', 'azoulay'],
  ['דהן', 'dahan'],
  ['אברהם', 'avraham'],
  ['שפירא', 'shapira'],
  ['רוזנברג', 'rosenberg'],
  ['בן חמו', 'benhamo'],
  ['וינוגרד', 'vinograd'],
  ['גבאי', 'gabay'],
  ['קפלן', 'kaplan'],
  ['ברזילי', 'barzilai'],
  ['אוחיון', 'ohayon'],
  ['טל', 'tal'],
  ['שלו', 'shalev'],
  ['מלכה', 'malka'],
  ['סויסה', 'suissa'],
  ['נחמיאס', 'nachmias'],
  ['הראל', 'harel'],
]
const arabicFirst: Name[] = [
  ['מוחמד', 'mohammad'],
  ['לינה', 'lina'],
  ['אחמד', 'ahmad'],
  ['סמיר', 'samir'],
  ['רים', 'reem'],
  ['יוסף', 'yousef'],
  ['נור', 'nour'],
  ['محمود', 'mahmoud'],
  ['سارة', 'sarah'],
  ['חנאן', 'hanan'],
]
const arabicLast: Name[] = [
  ['ח׳ורי', 'khoury'],
  ['אבו ריא', 'aburia'],
  ['חדאד', 'haddad'],
  ['נסאר', 'nassar'],
  ['זועבי', 'zoabi'],
  ['מסארוה', 'masarwa'],
  ['خوري', 'khoury'],
  ['ג׳בארין', 'jabarin'],
]
const russianFirst: Name[] = [
  ['איגור', 'igor'],
  ['אלכסנדרה', 'alexandra'],
  ['Igor', 'igor'],
  ['Олег', 'oleg'],
  ['סבטלנה', 'svetlana'],
  ['מקסים', 'maxim'],
  ['Anna', 'anna'],
  ['Марина', 'marina'],
  ['דמיטרי', 'dmitri'],
]
const russianLast: Name[] = [
  ['פטרוב', 'petrov'],
  ['וולקובסקי', 'volkovsky'],
  ['Petrov', 'petrov'],
  ['Гринберг', 'grinberg'],
  ['קוגן', 'kogan'],
  ['Sokolova', 'sokolova'],
  ['לוין', 'levin'],
]
const englishFirst: Name[] = [
  ['Daniel', 'daniel'],
  ['Maya', 'maya'],
  ['Gal', 'gal'],
  ['Rachel', 'rachel'],
  ['Jonathan', 'jonathan'],
  ['Emma', 'emma'],
  ['Michael', 'michael'],
  ['Sarah', 'sarah'],
]
const englishLast: Name[] = [
  ['Levinson', 'levinson'],
  ['Abramov', 'abramov'],
  ['Azoulay', 'azoulay'],
  ['Katz', 'katz'],
  ['Goldberg', 'goldberg'],
  ['Bernstein', 'bernstein'],
  ["O'Neill", 'oneill'],
]

/** Long names, names of mixed direction, and unusual input. */
const unusual: Name[] = [
  ['קבוצת רכישה “נווה אילן”', 'neve.ilan'],
  ['משפחת אבוטבול־קפלינסקי־רוזנצוויג מרחוב ההגנה', 'abutbul.family'],
  ['דנה לוי (שכנה של רון כהן)', 'dana.l'],
  ['ועד הבית – Herzl 14', 'vaad.herzl14'],
  ['Bar-Lev, Yael (Kitchen + ממ״ד)', 'yael.barlev'],
  ['רוני 🏡 שלו', 'roni.shalev'],
  ['Konstantin Aleksandrovich Rozhdestvensky', 'k.rozhdestvensky'],
]

const kinds = {
  hebrew: [hebrewFirst, hebrewLast],
  arabic: [arabicFirst, arabicLast],
  russian: [russianFirst, russianLast],
  english: [englishFirst, englishLast],
} as const

const scriptOf = (text: string) =>
  ['Hebrew', 'Arabic', 'Cyrillic'].find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(text))

/** The name typed into a form; some leave it empty. */
export function aName(random: Random): { name: string; latin: string } {
  const kind = random.weighted({ hebrew: 62, arabic: 12, russian: 12, english: 8, unusual: 4, none: 2 })
  if (kind === 'none') return { name: '', latin: `guest${random.int(10, 99)}` }
  if (kind === 'unusual') {
    const [name, latin] = random.pick(unusual)
    return { name, latin }
  }
  const [firsts, lasts] = kinds[kind]
  const first = random.pick(firsts)
  const last = random.pick(lasts.filter(([written]) => scriptOf(written) === scriptOf(first[0])))
  return { name: `${first[0]} ${last[0]}`, latin: `${first[1]}.${last[1]}` }
}

/** The newest leads of the demo, newest first. */
export const newestNames = [
  { name: 'נועה ברזילי־אוחיון', latin: 'noa.bo' },
  { name: 'Daniel Levinson', latin: 'daniel.levinson' },
  { name: 'סטודיו Stern Design', latin: 'office.stern' },
  { name: 'מוחמד אבו ריא', latin: 'mohammad.aburia' },
  { name: 'אלכסנדרה וולקובסקי־גולדשטיין', latin: 'alexandra.vg' },
  { name: 'רון כהן', latin: 'ron.cohen' },
  { name: 'Maya & Tomer Abramov', latin: 'maya.tomer' },
  { name: '', latin: 'guest' },
  { name: 'חיים מזרחי', latin: 'haim.mizrahi' },
  { name: 'לינה ח׳ורי', latin: 'lina.khoury' },
  { name: 'ד״ר אבנר שפירא', latin: 'dr.shapira' },
  { name: 'Igor Petrov', latin: 'igor.petrov' },
]
