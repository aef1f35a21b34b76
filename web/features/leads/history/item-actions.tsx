import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconLink, IconPencil, IconStack2, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** The address of the open lead at this item of its history. */
const linkTo = (itemId: string) => new URL(`?item=${itemId}`, window.location.href).href

type Props = {
  itemId: string
  /** Names the item for screen readers. */
  what?: string
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  onUndo?: (() => void) | undefined
  /** The address of the operation that the item is part of. */
  operations?: string | undefined
}

/** Copies a link to the item; with further acts, in a menu. */
export function ItemActions({ itemId, what, onEdit, onDelete, onUndo, operations }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const isNarrow = useNarrow()
  const size = isNarrow ? 'md' : 'xs'
  if (!onEdit && !onDelete && !onUndo && !operations)
    return <CopyButton value={() => linkTo(itemId)} what={t('history.link')} Icon={IconLink} size={size} />
  const copy = () =>
    void navigator.clipboard.writeText(linkTo(itemId)).then(
      () => toast.success(common('copied')),
      () => undefined,
    )
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={size} aria-label={t('moreFor', { name: what })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit && (
          <Menu.Item leftSection={<IconPencil aria-hidden />} onClick={onEdit}>
            {common('edit')}
          </Menu.Item>
        )}
        {onDelete && (
          <Menu.Item leftSection={<IconTrash aria-hidden />} onClick={onDelete}>
            {common('delete')}
          </Menu.Item>
        )}
        {onUndo && (
          <Menu.Item leftSection={<IconArrowBackUp data-mirror aria-hidden />} onClick={onUndo}>
            {t('history.undo')}
          </Menu.Item>
        )}
        {operations && (
          <Menu.Item leftSection={<IconStack2 aria-hidden />} component={Link} to={operations}>
            {t('history.inBackground')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink aria-hidden />} onClick={copy}>
          {common('copyWhat', { what: t('history.link') })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
