import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { moves } from './flow-moves.ts'
import classes from './flow-tree.module.css'
import { moveIcons } from './move-icons.ts'
import type { FlowEdits } from './use-flow-edits.ts'

const MoveSheet = lazily(() => import('./move-sheet.tsx'), 'MoveSheet')

type Props = { step: FlowStep; number: number; edits: FlowEdits; isReachable: boolean }

const keys = { up: 'Alt ↑', down: 'Alt ↓' } as const

/** Moves and removes a step; on narrow screens in a sheet, which stays open while it moves. */
export function StepMenu({ step, number, edits, isReachable }: Props) {
  const { t } = useTranslation('call-flows')
  const [isMoving, setMoving] = useState(false)
  const isNarrow = useNarrow()
  const target = (
    <ActionIcon aria-label={t('menuOf', { number })} tabIndex={isReachable || isNarrow ? 0 : -1}>
      <IconDots size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return (
    <>
      <Menu withinPortal>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          {isNarrow && <Menu.Item onClick={() => setMoving(true)}>{t('moves.title')}</Menu.Item>}
          {!isNarrow &&
            moves.map((move) => {
              const Icon = moveIcons[move]
              return (
                <Menu.Item
                  key={move}
                  leftSection={
                    <Icon
                      size={16}
                      stroke={1.75}
                      {...(move === 'in' || move === 'out' ? { 'data-mirror': true } : {})}
                      aria-hidden
                    />
                  }
                  rightSection={
                    move === 'up' || move === 'down' ? <bdi className={classes.keys}>{keys[move]}</bdi> : null
                  }
                  disabled={!edits.canMove(step, move)}
                  onClick={() => edits.move(step, move)}
                >
                  {t(`moves.${move}`)}
                </Menu.Item>
              )
            })}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => edits.remove(step)}
          >
            {t('removeStep')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isMoving && <MoveSheet {...{ step, number, edits }} onClose={() => setMoving(false)} />}</Suspense>
    </>
  )
}
