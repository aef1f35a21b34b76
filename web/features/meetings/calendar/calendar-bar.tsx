import { ActionIcon, Button, Select, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meetingOutcomes, meetingStatuses } from '#contract/leads/meetings/meeting-statuses.ts'
import { dayOf } from '#contract/values/clock.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { campaignNamesQuery, useBusiness, useSession } from '../../../lib/session/session.ts'
import segments from '../../../ui/layout/segments.module.css'
import { type Look, outcomeLooks, statusLooks } from '../meeting-look.ts'
import classes from './calendar.module.css'
import { stepped } from './calendar-days.ts'
import { type CalendarSearch, type CalendarView, calendarViews, EVERYONE, type SetSearch } from './calendar-search.ts'

type Props = { search: CalendarSearch; view: CalendarView; day: string; onSearch: SetSearch }

/** How the calendar looks, and which days it shows. */
export function CalendarSteps({ view, day, onSearch, isNarrow }: Omit<Props, 'search'> & { isNarrow: boolean }) {
  const { t } = useTranslation('meetings')
  const views = isNarrow ? (['day', 'list'] as const) : calendarViews
  return (
    <>
      <div className={classes.steps}>
        <ActionIcon
          aria-label={t(`previous.${view}`)}
          onClick={() => void onSearch({ day: stepped(view, day, -1), to: undefined })}
        >
          <IconChevronLeft size={18} stroke={1.75} data-mirror aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          onClick={() => void onSearch({ day: undefined, to: undefined })}
          disabled={day === dayOf(new Date())}
        >
          {t('today')}
        </Button>
        <ActionIcon
          aria-label={t(`next.${view}`)}
          onClick={() => void onSearch({ day: stepped(view, day, 1), to: undefined })}
        >
          <IconChevronRight size={18} stroke={1.75} data-mirror aria-hidden />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={segments.bar} role="group" aria-label={t('view')}>
        {views.map((one) => (
          <UnstyledButton
            key={one}
            className={segments.choice}
            aria-pressed={view === one}
            onClick={() => void onSearch({ view: one, to: undefined })}
          >
            {t(`views.${one}`)}
          </UnstyledButton>
        ))}
      </div>
    </>
  )
}

/** Filters by person, campaign and state; the states are the legend as well. */
export function CalendarFilters({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const { data } = useQuery(peopleQuery(businessId))
  const campaigns = useQuery(campaignNamesQuery(businessId)).data?.campaigns ?? []
  const people = (data?.people ?? []).filter(({ _id }) => _id !== user._id)
  return (
    <div className={classes.bar}>
      <Select
        className={classes.person ?? ''}
        aria-label={t('whose')}
        allowDeselect={false}
        searchable={people.length > 8}
        data={[
          { value: user._id, label: t('mine') },
          { value: EVERYONE, label: t('everyone') },
          ...people.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        value={search.of ?? user._id}
        onChange={(of) => void onSearch({ of: of === user._id ? undefined : of })}
      />
      {(campaigns.length > 1 || search.campaign) && (
        <Select
          className={classes.person ?? ''}
          aria-label={t('campaign')}
          placeholder={t('allCampaigns')}
          clearable
          clearButtonProps={{ 'aria-label': t('allCampaigns') }}
          data={campaigns.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={search.campaign ?? null}
          onChange={(campaign) => void onSearch({ campaign: campaign ?? undefined })}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={classes.legend} role="group" aria-label={t('state')}>
        {meetingStatuses.map((status) => (
          <StateChoice
            key={status}
            look={statusLooks[status]}
            label={t(`states.${status}`)}
            isChosen={search.status?.includes(status) ?? false}
            onToggle={() => void onSearch({ status: toggled(search.status, status), outcome: undefined })}
          />
        ))}
        {meetingOutcomes.map((outcome) => (
          <StateChoice
            key={outcome}
            look={outcomeLooks[outcome]}
            label={t(`states.${outcome}`)}
            isChosen={search.outcome?.includes(outcome) ?? false}
            onToggle={() => void onSearch({ outcome: toggled(search.outcome, outcome), status: undefined })}
          />
        ))}
      </div>
    </div>
  )
}

const toggled = <T,>(chosen: readonly T[] = [], one: T) =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]

type ChoiceProps = { look: Look; label: string; isChosen: boolean; onToggle: () => void }
const StateChoice = ({ look: { Icon, hue }, label, isChosen, onToggle }: ChoiceProps) => (
  <UnstyledButton className={classes.state} data-hue={hue} aria-pressed={isChosen} onClick={onToggle}>
    <Icon size={14} stroke={2} aria-hidden />
    {label}
  </UnstyledButton>
)
