import { useTranslation } from 'react-i18next'
import { useMaybeSession } from '../../lib/session/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import classes from './privacy-policy-page.module.css'
import { PublicFrame } from './public-frame.tsx'

const sections = ['who', 'what', 'why', 'where', 'howLong', 'shared', 'rights', 'device', 'changes', 'terms'] as const

/** Privacy policy and terms of use: a template that the operator of an installation completes. */
export function PrivacyPolicyPage() {
  const { t } = useTranslation(['privacy', 'shell'])
  const session = useMaybeSession()
  const content = (
    <Page title={t('title')} context={t('context')}>
      <article className={classes.text}>
        <p>{t('intro')}</p>
        {sections.map((section) => (
          <section key={section} id={section}>
            <h2>{t(`${section}.title`)}</h2>
            <p>{t(`${section}.text`)}</p>
          </section>
        ))}
        {session && (
          <p>
            <a href={session.supportUrl}>{t('support', { ns: 'shell' })}</a>
          </p>
        )}
      </article>
    </Page>
  )
  return session ? (
    content
  ) : (
    <PublicFrame>
      <div className={classes.narrow}>{content}</div>
    </PublicFrame>
  )
}
