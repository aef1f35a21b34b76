import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Ring, type RingWhom, WEIGHT_MAX } from '#contract/calls/flows/flow-shapes.ts'
import type { User } from '#contract/team/users.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { RingTargets } from '../../../shared/numbers/ring-targets.tsx'
import { ringPeopleQuery } from '../call-flows.api.ts'
import type { FlowNames } from '../sentences/flow-sentences.ts'
import { Radios } from './simple-fields.tsx'
import classes from './tokens.module.css'

type Props = { ring: Ring; names: FlowNames; onChange: (changes: Partial<Ring>) => void }
type Target = Extract<RingWhom, { by: 'list' }>['targets'][number]

const kinds = ['campaign', 'list'] as const

/** Whom a step rings: the campaign's people, or a list with its order and weights. */
export function WhomField({ ring, names, onChange }: Props) {
  const { t } = useTranslation('call-flows')
  const { whom, order } = ring
  const people = useRingPeople()
  const set = (targets: Target[]) => onChange({ whom: { by: 'list', targets } })
  return (
    <div className={classes.fields}>
      <Radios
        label={t('fields.whom')}
        value={whom.by}
        options={kinds.map((by) => ({ value: by, label: t(`whom.${by}`), description: t(`whomTexts.${by}`) }))}
        onChange={(by) => onChange({ whom: by === 'list' ? { by, targets: [] } : { by } })}
      />
      {whom.by === 'list' && (
        <RingTargets
          targets={whom.targets}
          people={people}
          nameOf={(id) => names.personOf(id) ?? t('missing.person')}
          isInOrder={order === 'in_order' || order === 'round_robin'}
          none={t('problems.no_phones')}
          errorAt={() => undefined}
          toTarget={(target) => ({ ...target, weight: 1 })}
          onChange={set}
          {...(order === 'weighted' && {
            more: (target: Target, name: string) => (
              <NumberInput
                className={classes.weight ?? ''}
                aria-label={t('weightOf', { name })}
                min={1}
                max={WEIGHT_MAX}
                allowDecimal={false}
                value={target.weight}
                onChange={(weight) =>
                  typeof weight === 'number' &&
                  weight >= 1 &&
                  weight <= WEIGHT_MAX &&
                  set(whom.targets.map((one) => (one === target ? { ...one, weight } : one)))
                }
              />
            ),
          })}
        />
      )}
    </div>
  )
}

/** Members whom a step may ring, oneself first. */
function useRingPeople(): User[] {
  const { user } = useSession()
  const { businessId } = useBusiness()
  const { data } = useQuery(ringPeopleQuery(businessId))
  const self: User = { _id: user._id, name: user.name, image: user.image }
  return [self, ...(data?.people ?? []).filter(({ _id }) => _id !== user._id)]
}
