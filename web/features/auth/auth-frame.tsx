import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { LanguageSwitch } from '../../ui/layout/language-switch.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { SchemeSwitch } from '../../ui/layout/scheme-switch.tsx'
import classes from './auth-frame.module.css'

const SignInArt = lazily(() => import('./sign-in-art.tsx'), 'SignInArt')

type Props = {
  /** Title of the document and of the page. */
  title: string
  text?: ReactNode
  /** Renders no title and text: the content has its own heading. */
  bare?: boolean
  /** For guests of a business: no illustration of the product. */
  plain?: boolean
  children: ReactNode
}

/** Layout of all pages without sign-in: the form at the start side, an illustration of the product at the end side. */
export function AuthFrame({ title, text, bare, plain, children }: Props) {
  const { t } = useTranslation('auth')
  const isNarrow = useNarrow()
  return (
    <div className={classes.frame} data-plain={plain || undefined}>
      <title>{`${title} · Leadline`}</title>
      <div className={classes.side}>
        <header className={classes.top}>
          <Logo />
          <span className={classes.switches}>
            <LanguageSwitch />
            <SchemeSwitch />
          </span>
        </header>
        <div className={classes.main}>
          {!bare && (
            <div className={classes.words}>
              <h1 className={classes.title}>{title}</h1>
              {text && <p className={classes.text}>{text}</p>}
            </div>
          )}
          {children}
        </div>
        <footer className={classes.foot}>
          <Link to={paths.privacy}>{t('privacy')}</Link>
          <bdi dir="ltr">© Leadline</bdi>
        </footer>
      </div>
      {!plain && (
        <div className={classes.art}>
          <Suspense>{!isNarrow && <SignInArt />}</Suspense>
        </div>
      )}
    </div>
  )
}
