import { NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RING_SECONDS_MAX, RING_SECONDS_MIN, type Routing } from '#contract/calls/routing.ts'
import type { User } from '#contract/team/users.ts'
import { errorBelow } from '../../../lib/http/error-below.ts'
import { RingTargets } from '../../../shared/numbers/ring-targets.tsx'
import { useRingChoices } from './ring-choices.ts'
import classes from './ring-list.module.css'
import type { RoutingFields } from './routing-form.ts'

/** The ring list, simultaneous or in order: members' phones in the browser, and outside phones. */
export function RingList({ routing, onChange, errors, known = [] }: RoutingFields & { known?: User[] }) {
  const { t } = useTranslation('numbers')
  const { ring } = routing
  const { people, nameOf } = useRingChoices(known)
  const set = (changes: Partial<Routing['ring']>) => onChange({ ring: { ...ring, ...changes } })
  const isInOrder = ring.mode === 'in_order'

  return (
    <div className={classes.ring}>
      <RingTargets
        targets={ring.targets}
        onChange={(targets) => set({ targets })}
        toTarget={(target) => target}
        none={t('ring.noTargets')}
        errorAt={(index) => errors[`ring.targets.${index}.phone`] ?? errors[`ring.targets.${index}`]}
        {...{ people, nameOf, isInOrder }}
      />
      {ring.targets.length > 1 && (
        <SegmentedControl
          value={ring.mode}
          onChange={(mode) => set({ mode: mode === 'in_order' ? 'in_order' : 'together' })}
          aria-label={t('ring.mode')}
          data={[
            { value: 'together', label: t('ring.together') },
            { value: 'in_order', label: t('ring.in_order') },
          ]}
        />
      )}
      <NumberInput
        className={classes.seconds ?? ''}
        label={t(isInOrder ? 'ring.secondsEach' : 'ring.seconds')}
        value={ring.seconds}
        min={RING_SECONDS_MIN}
        max={RING_SECONDS_MAX}
        allowDecimal={false}
        allowNegative={false}
        error={errorBelow(errors, 'ring.seconds')}
        onChange={(seconds) => typeof seconds === 'number' && set({ seconds })}
      />
      <Switch
        label={t('ring.knownFirst')}
        description={t('ring.knownFirstText')}
        checked={ring.knownFirst}
        onChange={({ currentTarget }) => set({ knownFirst: currentTarget.checked })}
      />
    </div>
  )
}
