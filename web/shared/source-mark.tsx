import {
  type Icon,
  IconApi,
  IconBrandGoogleFilled,
  IconBrandMeta,
  IconBrandWhatsapp,
  IconCalendarEvent,
  IconForms,
  IconMail,
  IconMessage,
  IconPencil,
  IconPhoneIncoming,
  IconWorld,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { knownSources } from '#contract/leads/attribution.ts'
import classes from './source-mark.module.css'

type KnownSource = (typeof knownSources)[number]

const icons: Record<KnownSource, Icon> = {
  google_ads: IconBrandGoogleFilled,
  meta: IconBrandMeta,
  website: IconForms,
  booking: IconCalendarEvent,
  call: IconPhoneIncoming,
  sms: IconMessage,
  whatsapp: IconBrandWhatsapp,
  email: IconMail,
  manual: IconPencil,
  api: IconApi,
}
const isKnown = (source: string): source is KnownSource => knownSources.some((known) => known === source)

/** Translated name of a known source; other sources are shown as received. */
export function useSourceName() {
  const { t } = useTranslation('leads')
  return (source: string) => (isKnown(source) ? t(`sources.${source}`) : source)
}

/** Source of a lead: icon and name. With `iconOnly` the name is the label and the tooltip. */
export function SourceMark({ source, iconOnly }: { source: string; iconOnly?: boolean }) {
  const name = useSourceName()(source)
  const SourceIcon = isKnown(source) ? icons[source] : IconWorld
  if (iconOnly)
    return (
      <span className={classes.icon} role="img" aria-label={name} title={name}>
        <SourceIcon size={16} stroke={1.75} aria-hidden />
      </span>
    )
  return (
    <span className={classes.mark}>
      <span className={classes.icon}>
        <SourceIcon size={16} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.name} dir="auto" title={name}>
        {name}
      </span>
    </span>
  )
}
