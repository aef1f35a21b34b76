import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { stepsIn } from '#contract/calls/flows/flow-tree.ts'
import { lazily } from '../../../lib/lazy.ts'
import { newStep } from '../new-step.ts'
import type { MissingEndRow } from './flow-rows.ts'
import classes from './flow-tree.module.css'
import { type Frame, RowFrame } from './row-frame.tsx'
import { stepIcons } from './step-icons.ts'
import type { FlowEdits } from './use-flow-edits.ts'

const AskDestination = lazily(() => import('./ask-destination.tsx'), 'AskDestination')

type Props = { row: MissingEndRow; steps: readonly FlowStep[]; flowId: string; edits: FlowEdits; frame: Frame }

const ends = ['voicemail', 'forward', 'message', 'hangup'] as const

/** Says that a branch does not end, and offers how it could. */
export function MissingEnd({ row, steps, flowId, edits, frame }: Props) {
  const { t } = useTranslation('call-flows')
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const place = { parent: row.parent, index: stepsIn(steps, row.parent).length }
  const text = t('problems.no_end')
  return (
    <RowFrame {...{ row, frame }} className={classes.missing} labelledBy={id}>
      <div id={id} className={classes.said}>
        <IconAlertTriangle className={classes.icon} size={18} stroke={1.75} aria-hidden />
        <span className={classes.sentence}>{`${text} `}</span>
        <span className={classes.ends}>
          {ends.map((kind) => {
            const Icon = stepIcons[kind]
            return (
              <Button
                key={kind}
                variant="default"
                size="compact-sm"
                leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
                tabIndex={frame.isHere ? 0 : -1}
                onClick={() => (kind === 'forward' ? setAsking(true) : edits.add(newStep(kind), place))}
              >
                {t(`kinds.${kind}`)}
              </Button>
            )
          })}
        </span>
      </div>
      <Suspense>
        {isAsking && (
          <AskDestination
            kind="forward"
            flowId={flowId}
            onClose={() => setAsking(false)}
            onAdd={(step) => edits.add(step, place)}
          />
        )}
      </Suspense>
    </RowFrame>
  )
}
