import type { knownSources } from '#contract/leads/attribution.ts'

export type Source = (typeof knownSources)[number]

/** A demo campaign: how its leads arrive, what they want and their value. */
export type DemoCampaign = {
  name: string
  image?: string
  tags: string[]
  notes: string
  leads: number
  /** Age of its first lead in days. */
  days: number
  sources: Partial<Record<Source, number>>
  utmCampaign: string
  landingPage: string
  terms: string[]
  messages: string[]
  /** In shekels. */
  worth: [min: number, max: number]
}

export const renovation: DemoCampaign[] = [
  {
    name: 'מטבחים – Google',
    image: 'campaign-kitchens.svg',
    tags: ['Google', 'מטבחים'],
    notes: 'חיפוש בגוגל, אזור המרכז והשרון. לידים מהטופס בדף המטבחים.',
    leads: 193,
    days: 425,
    sources: { google_ads: 55, website: 18, call: 22, manual: 5 },
    utmCampaign: 'kitchens_q4',
    landingPage: 'https://alon-reno.example/kitchens',
    terms: ['שיפוץ מטבח מחיר', 'מטבח חדש בהתאמה אישית', 'kitchen renovation tel aviv', 'החלפת חזיתות למטבח'],
    messages: [
      'רוצים להחליף מטבח ישן, כ־4 מטר עם אי. אפשר הצעת מחיר?',
      'Looking for a full kitchen renovation, about 12 sqm. When can you come and measure?',
      'יש לנו תוכנית מאדריכלית. מחפשים קבלן שמתחיל עוד החודש.',
      'חזיתות ושיש בלבד, בלי לפרק את הארונות.',
      'מטבח כשר עם שני כיורים, דירה בקומה 3 בלי מעלית.',
    ],
    worth: [28_000, 120_000],
  },
  {
    name: 'שיפוץ דירות – גוש דן',
    tags: ['Google', 'דירות'],
    notes: '',
    leads: 213,
    days: 425,
    sources: { google_ads: 34, website: 24, meta: 12, email: 8, call: 17, manual: 5 },
    utmCampaign: 'flats_q4',
    landingPage: 'https://alon-reno.example/flats',
    terms: ['שיפוץ דירה גבעתיים', 'קבלן שיפוצים תל אביב', 'שיפוץ דירת 4 חדרים', 'apartment renovation ramat gan'],
    messages: [
      'דירת 4 חדרים בגבעתיים, כולל מטבח ושני חדרי רחצה. מתי נוח שתבואו למדוד?',
      'קנינו דירה יד שנייה וצריך שיפוץ כללי לפני הכניסה בפסח.',
      'החלפת ריצוף וצנרת בכל הדירה, בערך 90 מ״ר.',
      'We are moving in January and need bathrooms and floors done by then.',
      'שני חדרי רחצה, אחד מהם להנגשה. אפשר לקבל המלצות?',
      'צריך מחיר משוער לפני שמתקדמים עם הבנק.',
    ],
    worth: [60_000, 380_000],
  },
  {
    name: 'פרויקט הפארק רמת גן',
    tags: ['פרויקטים'],
    notes: 'דיירי הבניינים החדשים ליד הפארק הלאומי. שינויי דיירים וחללים משותפים.',
    leads: 80,
    days: 240,
    sources: { website: 40, manual: 20, call: 20, email: 20 },
    utmCampaign: 'park_rg',
    landingPage: 'https://alon-reno.example/projects/park',
    terms: [],
    messages: [
      'דירה 27 בבניין השני, רוצים לפתוח את הסלון למטבח.',
      'שינויי דיירים: אמבטיה נוספת והזזת קיר.',
      'ועד הבית מבקש הצעה ללובי ולחדר האופניים.',
      'Penthouse, 5 rooms. Terrace decking and a pergola.',
    ],
    worth: [90_000, 1_240_000],
  },
  {
    name: 'Facebook Leads Q4',
    tags: ['Meta', 'Q4'],
    notes: 'טופס לידים בפייסבוק ובאינסטגרם.',
    leads: 120,
    days: 85,
    sources: { meta: 95, website: 5 },
    utmCampaign: 'leads_q4_lookalike',
    landingPage: 'https://alon-reno.example/offer',
    terms: [],
    messages: [
      'ראיתי את הלפני־אחרי, כמה עולה דבר כזה?',
      'אשמח לפרטים',
      'מעוניינת בייעוץ',
      'Interested, please call after 17:00',
    ],
    worth: [15_000, 150_000],
  },
]

export const studio: DemoCampaign[] = [
  {
    name: 'ייעוץ והלבשת בית',
    tags: ['Instagram'],
    notes: '',
    leads: 16,
    days: 60,
    sources: { meta: 60, website: 40 },
    utmCampaign: 'styling',
    landingPage: 'https://white-studio.example/styling',
    terms: [],
    messages: ['דירת 3 חדרים שצריכה חיים. אפשר פגישת ייעוץ?', 'Do you also do kids rooms?'],
    worth: [4_000, 28_000],
  },
  {
    name: 'תכנון ועיצוב בתים פרטיים',
    tags: [],
    notes: '',
    leads: 8,
    days: 90,
    sources: { website: 60, email: 20, manual: 20 },
    utmCampaign: 'houses',
    landingPage: 'https://white-studio.example/houses',
    terms: [],
    messages: ['בית פרטי ביישוב, 180 מ״ר, לפני יציקת שלד.', 'מחפשים אדריכלית פנים לליווי מלא'],
    worth: [35_000, 140_000],
  },
]
