import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Colleague, ColleagueState } from '#contract/calls/talk.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { colleaguesQuery, type TalkAct } from './talk.api.ts'
import classes from './transfer.module.css'

const HUES: Partial<Record<ColleagueState, string>> = { available: 'green', talking: 'red', ringing: 'amber' }
/** People who can take the call now come first. */
const ORDER: ColleagueState[] = ['available', 'offShift', 'away', 'ringing', 'talking', 'offline']
const canTake = ({ state }: Colleague) => state === 'available' || state === 'away' || state === 'offShift'

type Props = { callId: string; onChoose: (act: TalkAct) => void; onClose: () => void }

/** The colleagues with their state: transfer now, or ask first. */
export function TransferPanel({ callId, onChoose, onClose }: Props) {
  const { t } = useTranslation('talk')
  const [search, setSearch] = useState('')
  const { data, error } = useQuery(colleaguesQuery(callId))
  const wanted = search.trim().toLowerCase()
  const found = (data?.colleagues ?? [])
    .filter(({ user }) => user.name.toLowerCase().includes(wanted))
    .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  const close = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <section className={classes.panel} aria-label={t('transferTo')} onKeyDown={close}>
      <TextInput
        data-autofocus
        autoFocus
        size="sm"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        placeholder={t('search')}
        aria-label={t('search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul className={classes.people}>
        {found.map((colleague) => (
          <Person key={colleague.user._id} colleague={colleague} onChoose={onChoose} />
        ))}
      </ul>
      {data && found.length === 0 && <p className={classes.none}>{t('none')}</p>}
      {error && !data && <p className={classes.none}>{t('failed')}</p>}
    </section>
  )
}

function Person({ colleague, onChoose }: { colleague: Colleague; onChoose: Props['onChoose'] }) {
  const { t } = useTranslation('talk')
  const { user, state, via } = colleague
  const act = (kind: 'blind' | 'attended') => () => onChoose({ act: 'transfer', userId: user._id, kind })
  const isFree = canTake(colleague)
  return (
    <li className={classes.person}>
      <PersonAvatar {...user} id={user._id} />
      <span className={classes.words}>
        <UserText cut>{user.name}</UserText>
        <span className={classes.state} data-hue={HUES[state]}>
          <span className={classes.dot} aria-hidden />
          {t(`states.${state}`)}
          {via.length === 1 && via[0] === 'phone' && ` · ${t('byPhone')}`}
        </span>
      </span>
      <Choice label={t('askName', { name: user.name })} isOff={!isFree} onClick={act('attended')}>
        {t('ask')}
      </Choice>
      <Choice label={t('nowName', { name: user.name })} isOff={!isFree} onClick={act('blind')}>
        {t('now')}
      </Choice>
    </li>
  )
}

type ChoiceProps = { label: string; isOff: boolean; onClick: () => void; children: string }
const Choice = ({ label, isOff, onClick, children }: ChoiceProps) => (
  <Button
    className={classes.choice ?? ''}
    size="compact-sm"
    variant="default"
    disabled={isOff}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </Button>
)
