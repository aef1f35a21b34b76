import type { Insertable } from 'kysely'
import { fieldSet } from '../../server/features/lead-fields/field-sets.ts'
import { keyFrom, optionsFrom } from '../../server/features/lead-fields/lead-fields.rules.ts'
import type { DB } from '../../server/platform/db/schema.ts'
import { newId } from '../../server/platform/ids.ts'
import type { MadeBusiness, MadeLead } from '../../server/testing/factories.ts'
import type { Random } from './random.ts'

const DAY = 86_400_000
const cities = ['רמת גן', 'גבעתיים', 'תל אביב', 'פתח תקווה', 'חולון', 'הרצליה', 'ראשון לציון', 'כפר סבא']
const kinds = ['kitchen', 'bathroom', 'whole_flat', 'painting']

/** The own lead fields of a renovation business: its trade's starter set. */
export const makeLeadFields = ({ businessId }: MadeBusiness): Insertable<DB['lead_fields']>[] =>
  fieldSet('renovation').map((field, position) => ({
    business_id: businessId,
    id: newId(),
    key: keyFrom(field.nameEn, []),
    name_he: field.nameHe,
    name_en: field.nameEn,
    help_text: field.helpText,
    type: field.type,
    options: JSON.stringify(optionsFrom(field.options, []).options),
    unit: field.unit,
    is_decimal: field.isDecimal,
    is_required: field.isRequired,
    required_at: field.requiredAt,
    is_personal: field.isPersonal,
    position,
  }))

/** Sets values of the leads' own fields: some leads get all values, others a few. */
export function fillLeadFields(leads: readonly MadeLead[], random: Random) {
  for (const { row } of leads) {
    const start = new Date(Date.parse(row.created_at) + random.int(10, 120) * DAY)
    const values = {
      city: random.chance(0.9) && random.pick(cities),
      kind_of_work: random.chance(0.8) && [random.pick(kinds)],
      budget: random.chance(0.35) && random.int(30, 600) * 100_000,
      wanted_start: random.chance(0.5) && start.toISOString().slice(0, 10),
      size: random.chance(0.45) && random.int(40, 180),
    }
    const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== false))
    const architect = random.chance(0.6) && { has_an_architect: random.chance(0.3) }
    row.fields = JSON.stringify({ ...known, ...architect })
  }
}
