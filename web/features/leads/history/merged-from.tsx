import { useTranslation } from 'react-i18next'
import classes from './lead-history.module.css'

/** The merged lead that an item of the history came from. */
export function MergedFrom({ name }: { name: string }) {
  const { t } = useTranslation('leads')
  return <span className={classes.from}>{name ? t('history.from', { name }) : t('history.fromNameless')}</span>
}
