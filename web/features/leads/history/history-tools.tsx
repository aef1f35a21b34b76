import { Menu, UnstyledButton } from '@mantine/core'
import { IconFilter, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { historyKinds, historyOrders } from '#contract/leads/history/lead-history.ts'
import tools from '../../../ui/table/table-tools.module.css'
import classes from './lead-history.module.css'
import { useHistoryView } from './use-history-view.ts'

/** Which kinds of items the history shows, and in what order. */
export function HistoryTools() {
  const { t } = useTranslation('leads')
  const { kind, setKind } = useHistoryView()
  return (
    <div className={classes.tools}>
      <Menu>
        <Menu.Target>
          <UnstyledButton className={tools.tool} data-active={kind !== 'all' || undefined}>
            <IconFilter stroke={1.75} aria-hidden />
            {kind === 'all' ? t('history.kind') : t(`history.kinds.${kind}`)}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={kind} onChange={(next) => setKind(historyKinds.find((one) => one === next) ?? 'all')}>
            {historyKinds.map((one) => (
              <Menu.RadioItem key={one} value={one} closeMenuOnClick>
                {t(`history.kinds.${one}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      <OrderMenu />
    </div>
  )
}

/** The order alone, on the tab of one kind. */
export const OrderTool = () => (
  <div className={classes.tools}>
    <OrderMenu />
  </div>
)

function OrderMenu() {
  const { t } = useTranslation('leads')
  const { order, setOrder } = useHistoryView()
  const OrderIcon = order === 'newest' ? IconSortDescending : IconSortAscending
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={tools.tool}>
          <OrderIcon stroke={1.75} aria-hidden />
          {t(`history.orders.${order}`)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={order}
          onChange={(next) => setOrder(historyOrders.find((one) => one === next) ?? 'newest')}
        >
          {historyOrders.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {t(`history.orders.${one}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
