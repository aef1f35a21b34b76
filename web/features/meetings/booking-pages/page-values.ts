import type { BookingPage, BookingSettings, NewBookingPage } from '#contract/leads/meetings/booking/booking-pages.ts'

/** A page as its form holds it. */
export type PageValues = {
  isTeam: boolean
  slug: string
  campaignId: string
  isActive: boolean
  settings: BookingSettings
}

const NO_TEXT = { he: '', en: '' }
const newSettings = (title: BookingSettings['title']): BookingSettings => ({
  ...{ title, intro: NO_TEXT, consent: NO_TEXT, kind: 'phone', place: '', link: null, userIds: [] },
  ...{ durations: [30], step: 30, before: 0, after: 0, notice: 120, daysAhead: 30, perDay: null },
  ...{ questions: [], reminds: true, source: 'booking' },
})

type New = { title: BookingSettings['title']; campaignId: string }
export const valuesOf = (page: BookingPage | undefined, { title, campaignId }: New): PageValues =>
  page
    ? {
        ...{ isTeam: page.owner === null, slug: page.slug, campaignId: page.campaignId, isActive: page.isActive },
        settings: page.settings,
      }
    : { ...{ isTeam: false, slug: '', campaignId, isActive: true }, settings: newSettings(title) }

/** As the API takes it: what another kind would have is left out. */
export function sentOf({ slug, settings, ...page }: PageValues): NewBookingPage {
  const { kind, place, link, source } = settings
  const hasPlace = kind === 'at_office' || kind === 'at_customer'
  return {
    ...page,
    ...(slug.trim() && { slug: slug.trim().toLowerCase() }),
    settings: {
      ...settings,
      place: hasPlace ? place.trim() : '',
      link: kind === 'video' && link?.trim() ? link.trim() : null,
      source: source.trim() || 'booking',
    },
  }
}
