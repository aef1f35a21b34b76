import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookingPageRoutes } from '#contract/leads/meetings/booking/booking-pages.ts'
import { call } from '../../lib/http/call.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import type { FormValues } from './form-values.ts'

/** The booking page to which the thank-you page leads; nothing as long as there is none. */
export function FormBooking({ form }: { form: UseFormReturnType<FormValues> }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const { data: pages = [] } = useQuery({
    queryKey: ['booking-pages', businessId],
    queryFn: async () => (await call(bookingPageRoutes.list)).pages,
    enabled: useCan('booking.own'),
  })
  if (pages.length === 0) return null
  return (
    <Select
      label={t('editor.booking')}
      description={t('editor.bookingText')}
      placeholder={t('editor.noBooking')}
      clearable
      data={pages.map(({ _id, slug, settings: { title } }) => ({
        value: _id,
        label: `${title[currentLanguage()] || title.he || title.en} · ${slug}`,
      }))}
      value={form.values.bookingPageId ?? null}
      onChange={(chosen) => form.setFieldValue('bookingPageId', chosen)}
    />
  )
}
