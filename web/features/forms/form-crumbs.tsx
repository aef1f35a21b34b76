import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Crumbs } from '../../ui/layout/crumbs.tsx'

type Props = { campaignId: string; campaignName: string; isList?: boolean }

/** The way back to the campaign, and from a form to the list of forms. */
export function FormCrumbs({ campaignId, campaignName, isList = false }: Props) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const campaign = { name: campaignName, to: paths.campaign(businessId, campaignId) }
  return (
    <Crumbs trail={isList ? [campaign] : [campaign, { name: t('title'), to: paths.forms(businessId, campaignId) }]} />
  )
}
