import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { LanguageSwitch } from '../../ui/layout/language-switch.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { SchemeSwitch } from '../../ui/layout/scheme-switch.tsx'
import classes from './public-frame.module.css'

/** Frame of public pages for visitors who are not signed in. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <div className={classes.top}>
      <Link to={paths.login} className={classes.home}>
        <Logo />
      </Link>
      <span className={classes.space} />
      <LanguageSwitch />
      <SchemeSwitch />
    </div>
    <div className={classes.content}>{children}</div>
  </div>
)
