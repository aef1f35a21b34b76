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

/** By which field the board has its columns, and which fields its cards show. */
export function BoardTools({ by, onGroup, fields: { table, own, nameOf } }: Props) {
  const { t } = useTranslation('leads')
  const builtIn = boardGroupings.map((field): [BoardBy, string] => [field, t(`columns.${labelOf(field)}`)])
  const ofBusiness = groupingFields(own).map((field): [BoardBy, string] => [ownFieldName(field.key), fieldName(field)])
  const groupings = [...builtIn, ...ofBusiness]
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
          <Menu.RadioGroup value={by} onChange={(value) => onGroup(value as BoardBy)}>
            {groupings.map(([key, name]) => (
              <Menu.RadioItem key={key} value={key} closeMenuOnClick>
                <bdi>{name}</bdi>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
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
