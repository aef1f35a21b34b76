import { type FieldSet, NewOwnField } from '#contract/lead-fields/lead-fields.ts'
import { type StarterSetName, starterSets } from '#contract/values/starter-sets.ts'
import { optionsFrom } from './lead-fields.rules.ts'

type Names = readonly [nameHe: string, nameEn: string]
type More = Partial<Parameters<typeof NewOwnField.parse>[0] & object>
const field = (type: NewOwnField['type'], [nameHe, nameEn]: Names, more: More = {}): NewOwnField =>
  NewOwnField.parse({ type, nameHe, nameEn, ...more })
const choice = (names: Names, options: readonly Names[], type: 'choice' | 'choices' = 'choice') =>
  field(type, names, { options: options.map(([nameHe, nameEn]) => ({ nameHe, nameEn })) })

const city = field('text', ['עיר', 'City'])
const budget = field('money', ['תקציב', 'Budget'])
const notes = field('long_text', ['הערות', 'Notes'])
const idNumber = field('text', ['מספר זהות', 'ID number'], { isPersonal: true })

const sets: Record<StarterSetName, readonly NewOwnField[]> = {
  general: [
    city,
    choice(
      ['תחום עניין', 'Interest'],
      [
        ['מוצר', 'Product'],
        ['שירות', 'Service'],
        ['אחר', 'Other'],
      ],
    ),
    budget,
    field('date', ['מועד רצוי', 'Wanted date']),
    field('yes_no', ['לקוח קיים', 'Existing customer']),
    notes,
  ],
  real_estate: [
    choice(
      ['סוג עסקה', 'Deal type'],
      [
        ['קנייה', 'Buying'],
        ['מכירה', 'Selling'],
        ['שכירות', 'Renting'],
      ],
    ),
    field('text', ['אזור מבוקש', 'Wanted area']),
    field('number', ['מספר חדרים', 'Rooms'], { isDecimal: true }),
    field('number', ['שטח', 'Size'], { unit: 'm²' }),
    budget,
    field('yes_no', ['אישור עקרוני למשכנתה', 'Mortgage approved']),
    choice(
      ['דרישות', 'Needs'],
      [
        ['מעלית', 'Lift'],
        ['חניה', 'Parking'],
        ['מרפסת', 'Balcony'],
        ['ממ״ד', 'Safe room'],
      ],
      'choices',
    ),
    field('date', ['מועד כניסה', 'Move-in date']),
    field('link', ['קישור לנכס', 'Property link']),
  ],
  clinics: [
    choice(
      ['סוג טיפול', 'Treatment'],
      [
        ['ייעוץ', 'Consultation'],
        ['טיפול שיניים', 'Dental'],
        ['אסתטיקה', 'Aesthetics'],
        ['פיזיותרפיה', 'Physiotherapy'],
      ],
    ),
    choice(
      ['קופת חולים', 'Health fund'],
      [
        ['כללית', 'Clalit'],
        ['מכבי', 'Maccabi'],
        ['מאוחדת', 'Meuhedet'],
        ['לאומית', 'Leumit'],
      ],
    ),
    field('yes_no', ['ביטוח משלים', 'Supplementary insurance']),
    field('date', ['תאריך לידה', 'Date of birth'], { isPersonal: true }),
    field('long_text', ['רקע רפואי', 'Medical background'], { isPersonal: true }),
  ],
  renovation: [
    city,
    choice(
      ['סוג עבודה', 'Kind of work'],
      [
        ['מטבח', 'Kitchen'],
        ['חדר רחצה', 'Bathroom'],
        ['דירה שלמה', 'Whole flat'],
        ['צבע', 'Painting'],
      ],
      'choices',
    ),
    budget,
    field('date', ['מועד התחלה רצוי', 'Wanted start']),
    field('number', ['שטח', 'Size'], { unit: 'm²' }),
    field('yes_no', ['יש תוכנית אדריכל', 'Has an architect']),
  ],
  education: [
    choice(
      ['מסלול', 'Course'],
      [
        ['בוקר', 'Morning'],
        ['ערב', 'Evening'],
        ['מקוון', 'Online'],
      ],
    ),
    field('number', ['ציון פסיכומטרי', 'Psychometric score']),
    choice(
      ['השכלה', 'Education'],
      [
        ['תיכונית', 'High school'],
        ['תעודה', 'Certificate'],
        ['תואר ראשון', 'Bachelor'],
        ['תואר שני', 'Master'],
      ],
    ),
    field('date', ['תחילת לימודים', 'Studies start']),
    field('yes_no', ['זכאות למלגה', 'Scholarship']),
  ],
  legal: [
    choice(
      ['תחום משפטי', 'Legal field'],
      [
        ['נזיקין', 'Torts'],
        ['משפחה', 'Family'],
        ['עבודה', 'Labour'],
        ['מקרקעין', 'Property'],
        ['פלילי', 'Criminal'],
      ],
    ),
    idNumber,
    field('money', ['סכום התביעה', 'Claim amount']),
    field('date', ['מועד הדיון', 'Hearing date']),
    field('yes_no', ['יש ייצוג קודם', 'Represented before']),
    field('long_text', ['תיאור המקרה', 'Case description'], { isPersonal: true }),
  ],
}

export const fieldSet = (name: StarterSetName) => sets[name]
export const listFieldSets = (): FieldSet[] =>
  starterSets.map((name) => ({
    name,
    fields: sets[name].map(({ nameHe, nameEn, type, unit, options }) => ({
      ...{ nameHe, nameEn, type, unit },
      options: optionsFrom(options, []).options,
    })),
  }))
