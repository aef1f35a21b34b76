import { ActionIcon } from '@mantine/core'
import { IconLayoutCards, IconTable } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type LeadsLook, leadViews } from '#contract/users.ts'
import { paths } from '../../../lib/paths.ts'
import classes from '../../../ui/segments.module.css'
import { useLeadsLook } from '../use-leads-look.ts'

type Props = { businessId: string; campaignId: string | null; look: LeadsLook; className?: string | undefined }
const icons = { table: IconTable, cards: IconLayoutCards }

/** Where each look of this list is, with the same filters and search; going there is what is kept for the person. */
function useLooks({ businessId, campaignId }: Props) {
  const search = useSearch({ strict: false })
  const [, keep] = useLeadsLook()
  return (look: LeadsLook) => ({
    to: paths.leads(businessId, campaignId, look),
    search: search as never,
    onClick: () => keep(look),
  })
}

/** Table or cards. */
export function ViewSwitch(props: Props) {
  const { t } = useTranslation('leads')
  const linkTo = useLooks(props)
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

/** The other one, as one button where there is room for no more. */
export function OtherView(props: Props) {
  const { t } = useTranslation('leads')
  const linkTo = useLooks(props)
  const other = props.look === 'table' ? 'cards' : 'table'
  const Icon = icons[other]
  return (
    <ActionIcon component={Link} {...linkTo(other)} className={props.className ?? ''} aria-label={t(`looks.${other}`)}>
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
