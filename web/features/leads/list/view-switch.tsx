import { ActionIcon, Box, UnstyledButton } from '@mantine/core'
import { IconLayoutCards, IconLayoutKanban, IconLayoutList, IconTable, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type LeadsLook, leadViews } from '#contract/team/users.ts'
import { paths } from '../../../lib/paths.ts'
import { link, type SearchText, useSearchText } from '../../../lib/search.ts'
import classes from '../../../ui/layout/segments.module.css'
import { useBoardView } from '../board/use-board-view.ts'
import { useLeadsLook } from '../use-leads-look.ts'

type Props = { businessId: string; campaignId: string | null; look: LeadsLook; className?: string | undefined }
const icons = { table: IconTable, cards: IconLayoutCards }

/** The trash is a view of its own, without the filters of the list. */
const TRASH = { trash: 'true' }

/** Link to a view of this list with these search parameters; following it saves the view for the person. */
function useViewLink({ businessId, campaignId }: Props, search: SearchText) {
  const [, saveLook] = useLeadsLook()
  return (look: LeadsLook) => ({
    ...link(paths.leads(businessId, campaignId, look), search),
    onClick: () => saveLook(look),
  })
}

export function ViewSwitch(props: Props) {
  const { t } = useTranslation('leads')
  const search = useSearchText()
  const inTrash = search.trash === TRASH.trash
  const linkTo = useViewLink(props, inTrash ? {} : search)
  return (
    <nav className={classes.bar} aria-label={t('look')}>
      {leadViews.map((look) => {
        const Icon = icons[look]
        const isShown = look === props.look && !inTrash
        return (
          <Link key={look} {...linkTo(look)} className={classes.choice} aria-current={isShown ? 'page' : undefined}>
            <Icon size={16} stroke={1.75} aria-hidden />
            {t(`looks.${look}`)}
          </Link>
        )
      })}
      <Link
        {...link(paths.leads(props.businessId, props.campaignId, props.look), TRASH)}
        className={classes.choice}
        aria-current={inTrash ? 'page' : undefined}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
        {t('trash')}
      </Link>
    </nav>
  )
}

/** Cards as a board or as a list; the choice is saved for the person. */
export function CardsSwitch() {
  const { t } = useTranslation('leads')
  const { isList, change } = useBoardView()
  // The trash is a list.
  if (useSearchText().trash === TRASH.trash) return null
  return (
    <Box className={classes.bar} role="group" aria-label={t('board.look')}>
      <UnstyledButton className={classes.choice} aria-pressed={!isList} onClick={() => change({ isList: false })}>
        <IconLayoutKanban size={16} stroke={1.75} aria-hidden />
        {t('board.board')}
      </UnstyledButton>
      <UnstyledButton className={classes.choice} aria-pressed={isList} onClick={() => change({ isList: true })}>
        <IconLayoutList size={16} stroke={1.75} aria-hidden />
        {t('board.list')}
      </UnstyledButton>
    </Box>
  )
}

/** The same as one icon button, for narrow screens. */
export function CardsToggle({ className }: { className: string | undefined }) {
  const { t } = useTranslation('leads')
  const { isList, change } = useBoardView()
  if (useSearchText().trash === TRASH.trash) return null
  const Icon = isList ? IconLayoutKanban : IconLayoutList
  return (
    <ActionIcon
      className={className ?? ''}
      aria-label={t(isList ? 'board.board' : 'board.list')}
      onClick={() => change({ isList: !isList })}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** The other view as one icon button, for narrow screens. */
export function ViewToggle(props: Props) {
  const { t } = useTranslation('leads')
  const linkTo = useViewLink(props, useSearchText())
  const other = props.look === 'table' ? 'cards' : 'table'
  const Icon = icons[other]
  return (
    <ActionIcon component={Link} {...linkTo(other)} className={props.className ?? ''} aria-label={t(`looks.${other}`)}>
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
