import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconArchive, IconArrowBarToUp, IconDots, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldUsage } from '#contract/lead-fields/lead-fields.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { formatNumber, formatShare } from '../../lib/i18n/format.ts'
import { nameOf, otherNameOf } from '../../shared/own-fields/own-fields.ts'
import { typeIcons } from '../../shared/own-fields/type-icons.ts'
import { FieldUses } from './field-uses.tsx'
import classes from './lead-fields-page.module.css'

type Props = {
  field: OwnField
  usage: FieldUsage | undefined
  /** Number of open leads that the count of filled ones refers to. */
  sampled: number
  dragged: boolean
  drop: 'before' | 'after' | undefined
  onGrab: (event: PointerEvent<HTMLElement>) => void
  onKey: (event: KeyboardEvent) => void
} & Acts
type Acts = { onEdit: () => void; onArchive: () => void; onDelete: () => void; onTop: (() => void) | undefined }

export function FieldRow({ field, usage, sampled, dragged, drop, onGrab, onKey, ...acts }: Props) {
  const { t } = useTranslation('lead-fields')
  const name = nameOf(field)
  return (
    <li
      className={classes.row}
      data-dragged={dragged || undefined}
      data-drop={drop}
      onKeyDown={(event) => {
        if (event.altKey) onKey(event)
      }}
    >
      <UnstyledButton
        className={classes.handle}
        aria-label={t('move', { name })}
        onPointerDown={onGrab}
        onKeyDown={(event) => {
          if (!event.altKey) onKey(event)
        }}
      >
        <IconGripVertical size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <div className={classes.words}>
        <UnstyledButton className={classes.open} aria-label={t('editOf', { name })} onClick={acts.onEdit}>
          <bdi className={classes.name}>{name}</bdi>
        </UnstyledButton>
        <Marks field={field} />
        <span className={classes.other}>
          <bdi>{otherNameOf(field)}</bdi>
        </span>
      </div>
      <TypeOf field={field} />
      <span className={classes.values} dir="auto">
        {field.options.map(nameOf).join(', ') || field.helpText || '—'}
      </span>
      <Filled filled={usage?.filled ?? 0} sampled={sampled} />
      <FieldUses field={field} usage={usage} />
      <RowMenu name={name} {...acts} />
    </li>
  )
}

function Marks({ field: { isRequired, requiredAt, isPersonal } }: { field: OwnField }) {
  const { t } = useTranslation('lead-fields')
  return (
    <>
      {(isRequired || requiredAt.length > 0) && (
        <span className={classes.mark} data-hue="amber">
          {t('marks.required')}
        </span>
      )}
      {isPersonal && (
        <span className={classes.mark} data-hue="violet">
          {t('marks.personal')}
        </span>
      )}
    </>
  )
}

export function TypeOf({ field: { type, unit } }: { field: Pick<OwnField, 'type' | 'unit'> }) {
  const { t } = useTranslation('lead-fields')
  const Icon = typeIcons[type]
  return (
    <span className={classes.type}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        {t(`types.${type}`)}
        {unit && (
          <>
            , <bdi>{unit}</bdi>
          </>
        )}
      </span>
    </span>
  )
}

/** The share of open leads that have a value. */
function Filled({ filled, sampled }: { filled: number; sampled: number }) {
  const { t } = useTranslation('lead-fields')
  if (sampled === 0) return <span className={classes.filled}>—</span>
  const share = formatShare(filled / sampled)
  return (
    <span
      className={classes.filled}
      role="img"
      aria-label={t('filledOf', { share, count: sampled, total: formatNumber(sampled) })}
      title={t('filledOf', { share, count: sampled, total: formatNumber(sampled) })}
    >
      <span className={classes.bar} style={{ '--share': share } as CSSProperties} />
      <span className="tabular">{share}</span>
    </span>
  )
}

function RowMenu({ name, onEdit, onTop, onArchive, onDelete }: Acts & { name: string }) {
  const { t } = useTranslation('lead-fields')
  const { t: common } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={classes.more} aria-label={t('moreOf', { name })}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={onEdit}>
          {common('edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowBarToUp size={16} stroke={1.75} aria-hidden />}
          disabled={!onTop}
          onClick={onTop}
        >
          {t('toTop')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArchive size={16} stroke={1.75} aria-hidden />} onClick={onArchive}>
          {t('archive.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />} color="red" onClick={onDelete}>
          {common('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
