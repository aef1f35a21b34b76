import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Absence } from '#contract/shifts/shift-shapes.ts'
import type { ShiftSwap } from '#contract/shifts/swaps.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { swapsQuery } from './swaps.api.ts'
import classes from './swaps.module.css'

/** States in which a colleague takes a shift, or may. */
const shownStates: readonly ShiftSwap['state'][] = ['asked', 'accepted', 'approved']

/** Who was asked to take the shifts of an absence, and the request to a colleague. */
export function StandIn({ absence, onAsk }: { absence: Absence; onAsk: () => void }) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const { data } = useQuery(swapsQuery(businessId))
  const asked = (data?.swaps ?? []).filter(
    ({ asker, partner, gives, takes, state }) =>
      asker._id === user._id &&
      partner !== null &&
      takes === null &&
      shownStates.includes(state) &&
      absence.from <= gives.day &&
      gives.day <= absence.to,
  )
  const groups = [...Map.groupBy(asked, ({ partner, state }) => `${partner?._id} ${state}`).entries()]
  return (
    <>
      {groups.map(([key, [first, ...others]]) => (
        <span key={key} className={classes.standIn}>
          <UserText>{first?.partner?.name ?? ''}</UserText>
          <span>
            {t('standIn.shifts', { count: others.length + 1 })}: {first && t(`swaps.states.${first.state}`)}
          </span>
        </span>
      ))}
      <Button variant="subtle" size="compact-sm" className={classes.askStandIn ?? ''} onClick={onAsk}>
        {t('standIn.ask')}
      </Button>
    </>
  )
}
