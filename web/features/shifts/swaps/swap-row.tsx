import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShiftSwap, SwapShift } from '#contract/shifts/swaps.ts'
import type { User } from '#contract/team/users.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { shiftText } from '../shift-text.ts'
import { type SwapAct, useActOnSwap } from './swaps.api.ts'
import classes from './swaps.module.css'

const acts = ['approve', 'accept', 'decline', 'withdraw', 'undo'] as const

/** A request to swap: the shifts, its state, and what the reader may do. */
export function SwapRow({ swap }: { swap: ShiftSwap }) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const { mutateAsync, isPending, variables } = useActOnSwap(businessId)
  const { asker, partner, gives, takes, note, state, can, _id } = { ...swap, _id: swap.id }
  // The row leaves its list with an approval, and its message is there to undo it.
  const act = async (name: SwapAct) => {
    const isDone = await mutateAsync({ id: _id, act: name }).then(
      () => true,
      () => false,
    )
    if (isDone) toast.success(t(`swaps.done.${name}`), name === 'approve' ? { undo: () => act('undo') } : undefined)
  }
  return (
    <li className={classes.swap}>
      <PersonAvatar id={asker._id} name={asker.name} image={asker.image} size="md" />
      <div className={classes.body}>
        <p className={classes.title}>
          {asker._id === user._id ? (
            t('swaps.youAsk')
          ) : (
            <InterpolatedText
              text={(marks) => t('swaps.asks', marks)}
              parts={{ name: <UserText>{asker.name}</UserText> }}
            />
          )}
        </p>
        <ShiftLine person={asker} shift={gives} />
        {takes && partner && <ShiftLine person={partner} shift={takes} />}
        {!takes && <p className={classes.quiet}>{partner ? <TakesAlone name={partner.name} /> : t('swaps.anyone')}</p>}
        {note && (
          <p className={classes.quiet}>
            <UserText>{note}</UserText>
          </p>
        )}
        <p className={classes.state} data-state={state}>
          {t(`swaps.states.${state}`)}
        </p>
        <div className={classes.acts}>
          {acts
            .filter((name) => can[name])
            .map((name) => (
              <Button
                key={name}
                size="xs"
                variant={name === 'approve' || name === 'accept' ? 'light' : 'default'}
                leftSection={
                  (name === 'approve' || name === 'accept') && <IconCheck size={16} stroke={1.75} aria-hidden />
                }
                loading={isPending && variables.act === name}
                disabled={isPending}
                onClick={() => void act(name)}
              >
                {t(`swaps.acts.${name}`)}
              </Button>
            ))}
        </div>
      </div>
    </li>
  )
}

function TakesAlone({ name }: { name: string }) {
  const { t } = useTranslation('shifts')
  return (
    <InterpolatedText text={(marks) => t('swaps.takesAlone', marks)} parts={{ name: <UserText>{name}</UserText> }} />
  )
}

function ShiftLine({ person, shift }: { person: User; shift: SwapShift }) {
  return (
    <p className={classes.line}>
      <PersonAvatar id={person._id} name={person.name} image={person.image} />
      <span>{formatWeekday(noonOf(shift.day))}</span>
      <bdi dir="ltr">{shiftText(shift)}</bdi>
    </p>
  )
}
