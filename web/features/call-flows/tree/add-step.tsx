import { Menu, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type CSSProperties, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FLOW_DEPTH_MAX } from '#contract/calls/flows/flow-tree.ts'
import { lazily } from '../../../lib/lazy.ts'
import { newStep, stepKinds } from '../new-step.ts'
import type { Place } from './flow-moves.ts'
import classes from './flow-tree.module.css'
import { stepIcons } from './step-icons.ts'
import type { FlowEdits } from './use-flow-edits.ts'

const AskDestination = lazily(() => import('./ask-destination.tsx'), 'AskDestination')

type Props = {
  /** Where a step may be added here, the innermost first. */
  places: readonly Place[]
  flowId: string
  edits: FlowEdits
  isReachable: boolean
}

/** "+" behind a row, for each depth that is possible there. */
export function AddStep({ places, flowId, edits, isReachable }: Props) {
  if (places.length === 0) return null
  return (
    <span className={classes.adds}>
      {places.map((place) => (
        <AddAt key={`${place.parent?.id} ${place.parent?.branch}`} {...{ place, flowId, edits, isReachable }} />
      ))}
    </span>
  )
}

function AddAt({ place, flowId, edits, isReachable }: Omit<Props, 'places'> & { place: Place }) {
  const { t } = useTranslation('call-flows')
  const [asked, ask] = useState<'forward' | 'flow' | null>(null)
  const depth = edits.depthAt(place)
  const label = depth === 0 ? t('addHere') : t('addInBranch', { level: depth })
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <UnstyledButton
            className={classes.add}
            style={{ '--at': depth } as CSSProperties}
            aria-label={label}
            title={label}
            tabIndex={isReachable ? 0 : -1}
          >
            <IconPlus size={14} stroke={2} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {stepKinds.map((kind) => {
            const Icon = stepIcons[kind]
            const isTooDeep = (kind === 'open' || kind === 'menu') && depth >= FLOW_DEPTH_MAX
            return (
              <Menu.Item
                key={kind}
                disabled={isTooDeep}
                leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
                onClick={() => (kind === 'forward' || kind === 'flow' ? ask(kind) : edits.add(newStep(kind), place))}
              >
                {t(`kinds.${kind}`)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {asked && (
          <AskDestination
            kind={asked}
            flowId={flowId}
            onClose={() => ask(null)}
            onAdd={(step) => edits.add(step, place)}
          />
        )}
      </Suspense>
    </>
  )
}
