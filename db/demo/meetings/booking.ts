import type { Insertable } from 'kysely'
import { BookingSettings } from '../../../contract/leads/meetings/booking/booking-pages.ts'
import type { DB } from '../../../server/platform/db/schema.ts'
import { idAt } from '../../../server/testing/factories.ts'
import type { PersonKey } from '../people.ts'

type Making = { campaignId: string; userId: (key: PersonKey) => string; began: string }
type Page = Insertable<DB['booking_pages']> & { id: string }

/** A page of the team for a first talk, and one of the Owner's own. */
export function makeBookingPages(businessId: string, { campaignId, userId, began }: Making): Page[] {
  const page = (slug: string, { ownerId, settings }: { ownerId: string | null; settings: object }): Page => ({
    ...{ business_id: businessId, id: idAt(new Date(began)), slug, campaign_id: campaignId, owner_id: ownerId },
    settings: JSON.stringify(BookingSettings.parse({ consent: { he: '', en: '' }, ...settings })),
    ...{ created_by: userId('owner'), created_at: began },
  })
  return [
    page('alon-renovations', {
      ownerId: null,
      settings: {
        title: { he: 'היכרות והצעת מחיר', en: 'First talk and a quote' },
        intro: {
          he: 'שיחה קצרה על הפרויקט: מה רוצים לשנות, מה אפשרי ומה זה יעלה.',
          en: 'A short talk about your project: what to change, what is possible and what it costs.',
        },
        consent: {
          he: 'אשמח לקבל מדי פעם עדכונים ודיוור פרסומי. אפשר להסיר בכל עת.',
          en: 'I would like to receive news and advertising now and then. I can opt out at any time.',
        },
        ...{ kind: 'at_office', place: 'ביאליק 41, רמת גן', durations: [30, 60], step: 30, before: 15, after: 15 },
        userIds: [userId('owner'), userId('admin'), userId('lead')],
        questions: [
          {
            ...{
              key: 'q1',
              label: { he: 'מה משפצים?', en: 'What is being renovated?' },
              kind: 'choice',
              required: true,
            },
            options: [
              { he: 'מטבח', en: 'Kitchen' },
              { he: 'חדר רחצה', en: 'Bathroom' },
              { he: 'דירה שלמה', en: 'A whole flat' },
            ],
          },
        ],
      },
    }),
    page('shira', {
      ownerId: userId('owner'),
      settings: {
        title: { he: 'שיחת טלפון עם שירה', en: 'A call with Shira' },
        ...{
          intro: { he: '', en: '' },
          kind: 'phone',
          durations: [15],
          step: 30,
          notice: 60,
          userIds: [userId('owner')],
        },
      },
    }),
  ]
}
