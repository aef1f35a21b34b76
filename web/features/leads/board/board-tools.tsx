import { Menu, UnstyledButton } from '@mantine/core'
import { IconColumns, IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { type BoardBy, boardGroupings, labelOf } from '#contract/leads/lead-fields.ts'
import { nameOf as fieldName } from '../../../shared/own-fields/own-fields.ts'
import tools from '../../../ui/table/table-tools.module.css'
import { ColumnsTool } from '../../../ui/table/table-tools.tsx'
import { groupingFields, type useBoardFields } from './use-board-view.ts'

type Props = {
  by: BoardBy
  onGroup: (by: BoardBy) => void
  fields: ReturnType<typeof useBoardFields>
}

type Grouping = Pick<Props, 'by' | 'onGroup'> & { own: Props['fields']['own'] }

/** The fields by which the board can be grouped, as pairs of key and name. */
function useGroupings(own: Grouping['own']) {
  const { t } = useTranslation('leads')
  const builtIn = boardGroupings.map((field): [BoardBy, string] => [field, t(`columns.${labelOf(field)}`)])
  const ofBusiness = groupingFields(own).map((field): [BoardBy, string] => [ownFieldName(field.key), fieldName(field)])
  return [...builtIn, ...ofBusiness]
}

function GroupingItems({ by, onGroup, own }: Grouping) {
  return (
    <Menu.RadioGroup value={by} onChange={(value) => onGroup(value as BoardBy)}>
      {useGroupings(own).map(([key, name]) => (
        <Menu.RadioItem key={key} value={key} closeMenuOnClick>
          <bdi>{name}</bdi>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** The groupings as a part of the list's menu on narrow screens. */
export function GroupingMenuPart(props: Grouping) {
  const { t } = useTranslation('leads')
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('board.columnsBy')}</Menu.Label>
      <GroupingItems {...props} />
    </>
  )
}

/** By which field the board has its columns, and which fields its cards show. */
export function BoardTools({ by, onGroup, fields: { table, own, nameOf } }: Props) {
  const { t } = useTranslation('leads')
  const groupings = useGroupings(own)
  const chosen = groupings.find(([key]) => key === by)?.[1] ?? ''
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <UnstyledButton className={tools.tool}>
            <IconColumns stroke={1.75} aria-hidden />
            {t('board.by', { field: chosen })}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <GroupingItems {...{ by, onGroup, own }} />
        </Menu.Dropdown>
      </Menu>
      <ColumnsTool
        table={table}
        nameOf={nameOf}
        label={t('board.fields')}
        icon={<IconListDetails stroke={1.75} aria-hidden />}
        pinnedCount={0}
      />
    </>
  )
}
