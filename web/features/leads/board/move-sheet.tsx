import { Drawer, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import classes from './lead-board.module.css'
import type { ShownColumn } from './use-board-columns.ts'

type Props = {
  title: string
  columns: readonly ShownColumn[]
  onPick: (column: ShownColumn) => void
  onClose: () => void
}

/** The columns that a lead can be moved to, as a sheet at the bottom of narrow screens. */
export function MoveSheet({ title, columns, onPick, onClose }: Props) {
  const { t: common } = useTranslation()
  return (
    <Drawer
      opened
      position="bottom"
      size="auto"
      title={title}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={classes.sheet}>
        {columns.map((column) => (
          <UnstyledButton
            key={column.key}
            className={classes.choice}
            data-hue={column.status?.hue}
            onClick={() => onPick(column)}
          >
            {column.status && <StatusGlyph type={column.status.type} part={column.status.part} />}
            <bdi>{column.name}</bdi>
          </UnstyledButton>
        ))}
      </div>
    </Drawer>
  )
}
