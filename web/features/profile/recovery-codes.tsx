import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/http/save-file.ts'
import { useUnsaved } from '../../lib/unsaved/unsaved.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './profile.module.css'
import styles from './two-factor.module.css'

/** Shown once: leaving without confirming that they are saved asks first. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { t } = useTranslation(['two-factor', 'common'])
  useUnsaved('recovery-codes', true, onSaved)
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('copied', { ns: 'common' })),
      () => toast.error(t('unexpectedError', { ns: 'common' })),
    )
  return (
    <>
      <p className={classes.said}>{t('codesText')}</p>
      <ul className={styles.codes} dir="ltr" aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button onClick={onSaved}>{t('codesSaved')}</Button>
        <Button variant="default" leftSection={<IconCopy stroke={1.75} aria-hidden />} onClick={() => void copy()}>
          {t('codesCopy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload stroke={1.75} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'leadline-recovery-codes.txt')}
        >
          {t('codesDownload')}
        </Button>
      </div>
    </>
  )
}
