import { ActionIcon, Checkbox, NumberInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AssignmentPerson } from '#contract/leads/assignment/assignment.ts'
import {
  type AssignmentRule,
  CAPACITY_MAX,
  CAPACITY_MIN,
  type RuleMember,
  WEIGHT_MAX,
} from '#contract/leads/assignment/assignment-shapes.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { useBusiness } from '../../lib/session/session.ts'
import type { Capacities } from './assignment.api.ts'
import classes from './assignment.module.css'

type Props = {
  rule: AssignmentRule
  people: readonly AssignmentPerson[]
  capacities: Capacities
  onMembers: (members: RuleMember[]) => void
  onCapacity: (userId: string, capacity: number | null) => void
}

/** Who takes part, in the order of turns, with their weights and the most open leads of each. */
export function RulePeople({ rule, people, capacities, onMembers, onCapacity }: Props) {
  const { t } = useTranslation('assignment')
  const { role } = useBusiness()
  const { members, mode } = rule
  const placeOf = (id: string) => members.findIndex(({ userId }) => userId === id)
  const rank = ({ user }: AssignmentPerson) => (placeOf(user._id) + members.length + 1) % (members.length + 1)
  const ordered = [...people].sort((a, b) => rank(a) - rank(b) || 0)
  const toggle = (userId: string, isIn: boolean) =>
    onMembers(isIn ? [...members, { userId, weight: 1 }] : members.filter((one) => one.userId !== userId))
  const move = (from: number, to: number) => {
    const moved = members[from]
    if (moved) onMembers(members.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t('people')}</legend>
      <ul className={classes.people}>
        {ordered.map(({ user: { _id, name }, capacity, open, isOnShift }) => {
          const place = placeOf(_id)
          const member = members[place]
          const most = capacities.has(_id) ? capacities.get(_id) : capacity
          return (
            <li key={_id} className={classes.choice}>
              <Checkbox
                className={classes.name ?? ''}
                label={<bdi>{name}</bdi>}
                description={[
                  ...(open === null ? [] : [t('open', { count: open })]),
                  ...(isOnShift ? [] : [t('offShift')]),
                ].join(' · ')}
                checked={member !== undefined}
                onChange={(event) => toggle(_id, event.currentTarget.checked)}
              />
              {member && mode === 'weighted' && (
                <NumberInput
                  className={classes.number ?? ''}
                  label={t('weight')}
                  aria-label={t('weightOf', { name })}
                  min={1}
                  max={WEIGHT_MAX}
                  clampBehavior="blur"
                  allowDecimal={false}
                  allowNegative={false}
                  value={member.weight}
                  onChange={(weight) =>
                    typeof weight === 'number' &&
                    weight >= 1 &&
                    weight <= WEIGHT_MAX &&
                    onMembers(members.map((one) => (one === member ? { ...one, weight } : one)))
                  }
                />
              )}
              {member && actsEverywhere(role) && (
                <NumberInput
                  className={classes.number ?? ''}
                  label={t('capacity')}
                  aria-label={t('capacityOf', { name })}
                  placeholder={t('noCapacity')}
                  min={CAPACITY_MIN}
                  max={CAPACITY_MAX}
                  clampBehavior="blur"
                  allowDecimal={false}
                  allowNegative={false}
                  value={most ?? ''}
                  onChange={(value) => onCapacity(_id, typeof value === 'number' && value > 0 ? value : null)}
                />
              )}
              {member && mode === 'roundRobin' && (
                <span className={classes.order}>
                  <ActionIcon
                    aria-label={t('earlier', { name })}
                    disabled={place === 0}
                    onClick={() => move(place, place - 1)}
                  >
                    <IconChevronUp size={16} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('later', { name })}
                    disabled={place === members.length - 1}
                    onClick={() => move(place, place + 1)}
                  >
                    <IconChevronDown size={16} stroke={1.75} />
                  </ActionIcon>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
