import { Button, Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { moves } from './flow-moves.ts'
import classes from './flow-tree.module.css'
import { moveIcons } from './move-icons.ts'
import type { FlowEdits } from './use-flow-edits.ts'

type Props = { step: FlowStep; number: number; edits: FlowEdits; onClose: () => void }

/** Moves a step on narrow screens; it stays open, and the steps above it stay in view. */
export function MoveSheet({ step, number, edits, onClose }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  return (
    <Drawer
      opened
      position="bottom"
      size="auto"
      withOverlay={false}
      lockScroll={false}
      title={t('moves.ofStep', { number })}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <div className={classes.moves}>
        {moves.map((move) => {
          const Icon = moveIcons[move]
          return (
            <Button
              key={move}
              variant="default"
              leftSection={
                <Icon
                  size={18}
                  stroke={1.75}
                  {...(move === 'in' || move === 'out' ? { 'data-mirror': true } : {})}
                  aria-hidden
                />
              }
              disabled={!edits.canMove(step, move)}
              onClick={() => edits.move(step, move)}
            >
              {t(`moves.${move}`)}
            </Button>
          )
        })}
      </div>
    </Drawer>
  )
}
