import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BOOKING_PEOPLE_MAX } from '#contract/leads/meetings/booking/booking-pages.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { bookingPeopleQuery } from './booking-pages.api.ts'
import type { PageValues } from './page-values.ts'

type Props = {
  values: PageValues
  put: (changes: Partial<PageValues>) => void
  campaigns: readonly { _id: string; name: string }[]
  errorOf: (path: string) => string | undefined
  isNew: boolean
}
/** Whose page it is, which campaign gets its leads, and its address. */
export function PlaceFields({ values, put, campaigns, errorOf, isNew }: Props) {
  const { t } = useTranslation('booking-pages')
  const { businessId } = useBusiness()
  const mayTeam = useCan('booking.team')
  const { isTeam, slug, campaignId, settings } = values
  const people = useQuery({ ...bookingPeopleQuery(businessId, campaignId), enabled: isTeam && campaignId !== '' })
  return (
    <>
      {mayTeam && isNew && (
        <SegmentedControl
          aria-label={t('of')}
          withItemsBorders={false}
          value={isTeam ? 'team' : 'own'}
          data={[
            { value: 'own', label: t('own') },
            { value: 'team', label: t('ofTeam') },
          ]}
          onChange={(value) => put({ isTeam: value === 'team' })}
        />
      )}
      <Select
        label={t('campaign')}
        description={t('campaignText')}
        required
        searchable={campaigns.length > 8}
        allowDeselect={false}
        data={campaigns.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={campaignId || null}
        error={errorOf('campaignId')}
        onChange={(chosen) => put({ campaignId: chosen ?? '' })}
      />
      {isTeam && (
        <MultiSelect
          label={t('people')}
          description={t('peopleText')}
          required
          searchable
          maxValues={BOOKING_PEOPLE_MAX}
          data={(people.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
          value={people.data ? settings.userIds.filter((id) => people.data.some(({ _id }) => _id === id)) : []}
          error={errorOf('settings.userIds')}
          onChange={(userIds) => put({ settings: { ...settings, userIds } })}
        />
      )}
      <TextInput
        label={t('slug')}
        description={t('slugText')}
        dir="ltr"
        maxLength={50}
        placeholder={isNew ? t('slugExample') : undefined}
        leftSection={<bdi dir="ltr">/book/</bdi>}
        leftSectionWidth={60}
        value={slug}
        error={errorOf('slug')}
        onChange={({ currentTarget }) => put({ slug: currentTarget.value })}
      />
    </>
  )
}
