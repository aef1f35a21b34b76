import { formatNumber } from '../../../lib/i18n/format.ts'
import classes from './menu-count.module.css'

/** How many wait behind an entry of the menu. */
export const MenuCount = ({ count }: { count: number }) => (
  <span className={classes.count} data-count>
    {formatNumber(count)}
  </span>
)
