import { Modal, Stack } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import classes from '../team/side-panel.module.css'
import { freeFor, type Hole, type PersonRow } from '../team/week-rules.ts'
import { AssignButton } from './assign-button.tsx'
import { HoleTime, HoleTitle } from './hole-text.tsx'

type Props = {
  hole: Hole
  rows: readonly PersonRow[]
  campaign: string
  onAssign: (row: PersonRow, hole: Hole) => void
  onClose: () => void
}

/** Who is free during a hole. */
export function HoleDialog({ hole, rows, campaign, onAssign, onClose }: Props) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  const free = freeFor(hole, rows)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<HoleTitle hole={hole} campaign={campaign} />}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <p className={classes.text}>
          <HoleTime hole={hole} />
        </p>
        {free.length === 0 && (
          <EmptyState icon={<IconUserOff />} title={t('holes.noFree')} text={t('holes.noFreeText')} />
        )}
        {free.map((row) => (
          <AssignButton
            key={row.userId}
            name={row.person.name}
            onClick={() => {
              onAssign(row, hole)
              onClose()
            }}
          />
        ))}
      </Stack>
    </Modal>
  )
}
