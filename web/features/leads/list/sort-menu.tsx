import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { columnOfSort, directed, isAscending, type SentSort } from '#contract/leads/lead-sorts.ts'
import bar from '../../../ui/list/list-bar.module.css'
import tools from '../../../ui/table/table-tools.module.css'

/** The first sort by a field, with the field's name. */
export type ListSort = { sort: SentSort; name: string }
type Props = {
  sort: SentSort
  onSort: (sort: SentSort) => void
  sorts: readonly ListSort[]
  /** As an icon. */
  isNarrow: boolean
}

/** The order of the list, where there are no headings to press. */
export function SortMenu({ sort, onSort, sorts, isNarrow }: Props) {
  const { t } = useTranslation('leads')
  const isUp = isAscending(sort)
  const chosen = sorts.find((one) => columnOfSort(one.sort) === columnOfSort(sort))
  const way = t(isUp ? 'sort.ascending' : 'sort.descending')
  const label = t('sort.is', { field: chosen?.name ?? '—', way })
  const WayIcon = isUp ? IconArrowUp : IconArrowDown
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {isNarrow ? (
          <ActionIcon className={bar.icon} aria-label={label}>
            <WayIcon size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        ) : (
          <UnstyledButton className={tools.tool} aria-label={label}>
            <WayIcon stroke={1.75} aria-hidden />
            {chosen?.name}
          </UnstyledButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('sort.by')}</Menu.Label>
        <Menu.RadioGroup value={chosen?.sort ?? ''} onChange={(first) => onSort(first as SentSort)}>
          {sorts.map((one) => (
            <Menu.RadioItem key={one.sort} value={one.sort} closeMenuOnClick>
              <bdi>{one.name}</bdi>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup value={isUp ? 'up' : 'down'} onChange={(way) => onSort(directed(sort, way === 'up'))}>
          <Menu.RadioItem value="up" closeMenuOnClick>
            {t('sort.ascending')}
          </Menu.RadioItem>
          <Menu.RadioItem value="down" closeMenuOnClick>
            {t('sort.descending')}
          </Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
