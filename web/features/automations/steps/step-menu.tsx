import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** The sentence of the step. */
  name: string
  canMove: { up: boolean; down: boolean }
  onMove: (by: -1 | 1) => void
  onCopy: () => void
  onRemove: () => void
}

/** Moves, copies and removes a step. */
export function StepMenu({ name, canMove, onMove, onCopy, onRemove }: Props) {
  const { t } = useTranslation('automations')
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('stepMenu', { name })}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={!canMove.up} onClick={() => onMove(-1)}>
          {t('moveUp')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...icon} />} disabled={!canMove.down} onClick={() => onMove(1)}>
          {t('moveDown')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onCopy}>
          {t('copyStep')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={onRemove}>
          {t('removeStep')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
