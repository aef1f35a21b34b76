import { type Icon, IconKeyboard, IconLanguage, IconListCheck, IconLogout, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { actsEverywhere } from '#contract/roles.ts'
import { useShowFirstSteps } from '../../features/first-steps/first-steps.api.ts'
import { switchLanguage } from '../../lib/i18n/language.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { screenActions } from '../../lib/palette.ts'
import { paths } from '../../lib/paths.ts'
import { useCurrentCampaignId } from '../../lib/session/current-business.ts'
import { campaignNamesQuery, useCan, useSession } from '../../lib/session/session.ts'
import { Picture } from '../../ui/display/picture.tsx'
import { otherLanguage } from '../../ui/layout/language-switch.tsx'
import { useSchemeSwitch } from '../../ui/layout/scheme-switch.tsx'
import { nameOf } from '../layout/header/business-selector.tsx'
import { useSignOut } from '../layout/header/sign-out.tsx'
import { useSwitchBusiness } from '../layout/header/switch-business.ts'
import { useMenuEntries } from '../layout/menu/menu-entries.ts'
import type { PaletteItem } from './palette-item.ts'
import { KEYS_MODAL } from './palette-modal.ts'
import { useFitting } from './search-words.ts'

const picture = (Shown: Icon) => <Shown size={18} stroke={1.75} aria-hidden />

/** Screens that the user may open and that fit what was typed, by their names and synonyms in both languages. */
export function useScreens(typed: string): PaletteItem[] {
  const { dashboard, business, settings, me, palette } = useMenuEntries()
  const isFitting = useFitting()
  return [...dashboard, ...business, ...settings, ...me, ...palette]
    .filter((entry) => isFitting(entry, typed))
    .map(({ key, label, to, Icon: Shown, keys }) => ({
      id: `screen-${key}`,
      label,
      to,
      picture: picture(Shown),
      ...(keys && { keys }),
    }))
}

/** Campaigns, which link to their leads, then businesses to switch to. */
export function useCampaignsAndBusinesses() {
  const switchTo = useSwitchBusiness()
  const { businessId, businesses, user } = useSession()
  const { data } = useQuery({ ...campaignNamesQuery(businessId ?? ''), enabled: businessId !== undefined })
  const campaigns: PaletteItem[] = (data?.campaigns ?? []).map(({ _id, name, image }) => ({
    id: `campaign-${_id}`,
    label: name,
    picture: <Picture id={_id} name={name} image={image} />,
    to: paths.leads(businessId ?? '', _id, user.leadView),
  }))
  const others: PaletteItem[] = businesses
    .filter((one) => one.businessId !== businessId)
    .map(({ business }) => ({
      id: `business-${business._id}`,
      label: nameOf(business),
      picture: <Picture id={business._id} name={nameOf(business)} image={business.image} />,
      run: () => switchTo(business._id),
    }))
  return { campaigns, businesses: others }
}

/** Actions of the current screen, then global ones. */
export function useActions(): PaletteItem[] {
  const { t } = useTranslation('palette')
  const { t: shell } = useTranslation('shell')
  const router = useRouter()
  const { businessId, user, role } = useSession()
  const showFirstSteps = useShowFirstSteps(businessId ?? '')
  const campaignId = useCurrentCampaignId()
  const canAdd = useCan('leads.edit', campaignId)
  const keys = useModal(KEYS_MODAL)
  const scheme = useSchemeSwitch()
  const language = otherLanguage()
  const leave = useSignOut()
  const own: PaletteItem[] = screenActions().map(({ id, label, Icon: Shown, run }) => ({
    id: `action-${id}`,
    label,
    run,
    picture: picture(Shown),
  }))
  const newLead: PaletteItem[] =
    businessId && canAdd
      ? [
          {
            id: 'action-newLead',
            label: t('newLead'),
            picture: picture(IconPlus),
            run: () =>
              void router.navigate({
                href: paths.leads(businessId, campaignId, user.leadView),
                state: { modals: ['new-lead'] },
              }),
          },
        ]
      : []
  const firstSteps: PaletteItem[] =
    businessId && actsEverywhere(role)
      ? [
          {
            id: 'action-firstSteps',
            label: t('firstSteps'),
            picture: picture(IconListCheck),
            run: () => showFirstSteps(),
          },
        ]
      : []
  return [
    ...own,
    ...newLead,
    ...firstSteps,
    { id: 'action-keys', label: t('keys.title'), picture: picture(IconKeyboard), keys: 'Shift+Slash', run: keys.open },
    {
      id: 'action-language',
      label: language.name,
      picture: picture(IconLanguage),
      run: () => void switchLanguage(language.code),
    },
    { id: 'action-scheme', label: scheme.label, picture: picture(scheme.Icon), run: scheme.toggle },
    { id: 'action-logout', label: shell('logout'), picture: picture(IconLogout), run: () => leave() },
  ]
}
