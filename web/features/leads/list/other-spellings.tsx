import { Button, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Spelling, spellingRoutes } from '#contract/duplicates/spellings.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import type { Changes } from '../../../lib/list-search.ts'
import { useAddressCampaign } from '../../../lib/search.ts'
import { type LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { leadKeys } from '../lead-keys.ts'

type SpellingsQuery = RouteInput<typeof spellingRoutes.find>['query']
const spellingsQuery = (businessId: string, query: SpellingsQuery) =>
  queryOptions({
    queryKey: [...leadKeys.counts(businessId), 'spellings', query],
    queryFn: ({ signal }) => call(spellingRoutes.find, { query }, { signal }),
  })

type Props = {
  businessId: string
  search: LeadsSearch
  onChange: (changes: Changes) => void
  /** In place of a list, not above one. */
  isAlone?: boolean
}

/** Offers searches by other spellings of the names that were searched, in Hebrew and Latin letters. */
export function OtherSpellings({ businessId, search, onChange, isAlone }: Props) {
  const { t } = useTranslation('leads')
  const { search: text = '', campaignId, filters } = listQueryOf(search, useAddressCampaign(), 1) as SpellingsQuery
  const query = { search: text, ...(campaignId && { campaignId }), ...(filters && { filters }) }
  const { data } = useQuery({ ...spellingsQuery(businessId, query), enabled: text !== '' })
  if (!data?.spellings.length) return null
  const offers = data.spellings.map((one) => (
    <Offer
      key={one.text}
      {...one}
      size={isAlone ? 'sm' : 'xs'}
      onClick={() => onChange({ search: one.text, page: undefined })}
    />
  ))
  if (isAlone) return offers
  return (
    <Group component="aside" gap="xs" px="md" py="xs" aria-label={t('otherSpellings')}>
      <Text size="sm" c="dimmed">
        {t('otherSpellings')}
      </Text>
      {offers}
    </Group>
  )
}

type OfferProps = Spelling & { size: string; onClick: () => void }
function Offer({ text, size, onClick, ...total }: OfferProps) {
  const { t } = useTranslation('leads')
  return (
    <Button variant="default" size={size} onClick={onClick} tt="capitalize">
      <bdi>{t('spelling', { text, total: formatTotal(total) })}</bdi>
    </Button>
  )
}
