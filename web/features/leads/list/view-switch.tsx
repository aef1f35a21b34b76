import { ActionIcon } from '@mantine/core'
import { IconLayoutCards, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type LeadsLook, leadViews } from '#contract/team/users.ts'
import { paths } from '../../../lib/paths.ts'
import { link, useSearchText } from '../../../lib/search.ts'
import classes from '../../../ui/layout/segments.module.css'
import { useLeadsLook } from '../use-leads-look.ts'

type Props = { businessId: string; campaignId: string | null; look: LeadsLook; className?: string | undefined }
const icons = { table: IconTable, cards: IconLayoutCards }

/** Link to a view of this list with the same search parameters; following it saves the view for the person. */
function useViewLink({ businessId, campaignId }: Props) {
  const search = useSearchText()
  const [, saveLook] = useLeadsLook()
  return (look: LeadsLook) => ({
    ...link(paths.leads(businessId, campaignId, look), search),
    onClick: () => saveLook(look),
  })
}

export function ViewSwitch(props: Props) {
  const { t } = useTranslation('leads')
  const linkTo = useViewLink(props)
  return (
    <nav className={classes.bar} aria-label={t('look')}>
      {leadViews.map((look) => {
        const Icon = icons[look]
        const isShown = look === props.look
        return (
          <Link key={look} {...linkTo(look)} className={classes.choice} aria-current={isShown ? 'page' : undefined}>
            <Icon size={16} stroke={1.75} aria-hidden />
            {t(`looks.${look}`)}
          </Link>
        )
      })}
    </nav>
  )
}

/** The other view as one icon button, for narrow screens. */
export function ViewToggle(props: Props) {
  const { t } = useTranslation('leads')
  const linkTo = useViewLink(props)
  const other = props.look === 'table' ? 'cards' : 'table'
  const Icon = icons[other]
  return (
    <ActionIcon component={Link} {...linkTo(other)} className={props.className ?? ''} aria-label={t(`looks.${other}`)}>
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
