import { Anchor, Checkbox, type CheckboxProps } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import classes from './auth-form.module.css'

/** Consent to the terms, which open in a new tab so that the form keeps its values. */
export function TermsCheckbox(props: Omit<CheckboxProps, 'label'>) {
  const { t } = useTranslation('auth')
  const linkTo = (path: string) => <Anchor inherit href={path} target="_blank" className={classes.inText} />
  return (
    <Checkbox
      {...props}
      label={
        <Trans
          t={t}
          i18nKey="register.terms"
          components={{ terms: linkTo(paths.terms), policy: linkTo(paths.privacy) }}
        />
      }
    />
  )
}
