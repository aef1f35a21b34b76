import type { Insertable } from 'kysely'
import { starterTemplates } from '../../../server/features/message-templates/starter-templates.ts'
import type { DB } from '../../../server/platform/db/schema.ts'
import { newId } from '../../../server/platform/ids.ts'

/** The templates of a new business, and an advertisement. */
export const makeMessageTemplates = (businessId: string, at: string): Insertable<DB['lead_templates']>[] =>
  [...starterTemplates, sale].map(({ nameHe, nameEn, channel, purpose, contents }) => ({
    business_id: businessId,
    id: newId(),
    name_he: nameHe,
    name_en: nameEn,
    channel,
    purpose,
    contents: JSON.stringify(contents),
    created_at: at,
    updated_at: at,
  }))

const sale: (typeof starterTemplates)[number] = {
  nameHe: 'מבצע חורף',
  nameEn: 'Winter offer',
  channel: 'sms',
  purpose: 'advertising',
  contents: {
    he: {
      subject: null,
      text: '{{m:בוא|f:בואי|n:בואו}} לשדרג את הבית: 10% הנחה על שיפוצים עד סוף החודש. {{business.name}}',
    },
    en: null,
  },
}
