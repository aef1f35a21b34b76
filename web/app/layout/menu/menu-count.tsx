import { formatNumber } from '../../../lib/i18n/format.ts'
import classes from './menu-count.module.css'

/** Badge with the number of waiting items of a menu entry. */
export const MenuCount = ({ count }: { count: number }) => (
  <span className={classes.count} data-count>
    {formatNumber(count)}
  </span>
)
