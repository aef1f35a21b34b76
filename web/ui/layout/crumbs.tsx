import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UserText } from '../display/user-text.tsx'
import classes from './crumbs.module.css'

/** The pages that this one belongs to, the outermost first, as links. */
export function Crumbs({ trail }: { trail: readonly { name: string; to: string }[] }) {
  const { t } = useTranslation()
  return (
    <nav className={classes.crumbs} aria-label={t('crumbs')}>
      {trail.map(({ name, to }) => (
        <Link key={to} className={classes.crumb} to={to}>
          <UserText cut>{name}</UserText>
        </Link>
      ))}
    </nav>
  )
}
