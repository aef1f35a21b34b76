import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { meetingOutcomes } from '#contract/leads/meetings/meeting-statuses.ts'
import { nameOf, outcomeLooks } from '../meeting-look.ts'
import type { MeetingActs } from '../meetings.api.ts'
import classes from './meeting-drawer.module.css'

type Props = { meeting: Meeting; acts: Pick<MeetingActs, 'setOutcome' | 'isPending'>; isSmall?: boolean }

/** What became of the meeting, in one press; pressed again, that is taken back. */
export function OutcomeButtons({ meeting, acts, isSmall = false }: Props) {
  const { t } = useTranslation('meetings')
  return (
    <span className={classes.outcomes}>
      {meetingOutcomes.map((outcome) => {
        const { Icon } = outcomeLooks[outcome]
        const isSet = meeting.outcome === outcome
        return (
          <Button
            key={outcome}
            size={isSmall ? 'xs' : 'sm'}
            variant={isSet ? 'filled' : 'default'}
            aria-pressed={isSet}
            aria-label={t('outcomeOf', { outcome: t(`states.${outcome}`), name: nameOf(meeting) })}
            leftSection={<Icon size={16} aria-hidden />}
            disabled={acts.isPending}
            onClick={() => acts.setOutcome(meeting, isSet ? null : outcome)}
          >
            {t(`states.${outcome}`)}
          </Button>
        )
      })}
    </span>
  )
}
