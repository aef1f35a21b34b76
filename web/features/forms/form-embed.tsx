import { Anchor, Drawer, SegmentedControl, Stack, Tabs } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import type { Form } from '#contract/forms.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import classes from './form-embed.module.css'
import { addressOf, curlSnippet, frameSnippet, htmlSnippet, scriptSnippet } from './snippets.ts'

/** Ways to embed a form; each requires the site in the form's list, unlike the hosted page. */
const ways = [
  { key: 'script', snippet: scriptSnippet },
  { key: 'frame', snippet: frameSnippet },
  { key: 'html', snippet: htmlSnippet },
  { key: 'curl', snippet: curlSnippet },
] as const

type Props = { form: Form; opened: boolean; onClose: () => void }

/** URL of the hosted page, and snippets to embed the form. */
export function FormEmbed({ form, opened, onClose }: Props) {
  const { t } = useTranslation(['forms', 'common'])
  const { businessId } = useBusiness()
  const [chosen, setLanguage] = useState<Language>()
  const language = chosen && form.languages.includes(chosen) ? chosen : (form.languages[0] ?? 'he')
  const target = { origin: window.location.origin, form, language }
  const address = addressOf(target)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('embed.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack>
        {form.languages.length > 1 && (
          <SegmentedControl
            aria-label={t('embed.language')}
            data={form.languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
            value={language}
            onChange={setLanguage}
          />
        )}
        <section>
          <h3 className={classes.title}>{t('embed.address')}</h3>
          <p className={classes.text}>{t('embed.addressText')}</p>
          <CodeBlock text={address} label={t('embed.address')} />
          <Anchor className={classes.open} href={address} target="_blank" rel="noreferrer">
            {t('embed.open')}
          </Anchor>
        </section>
        <section>
          <h3 className={classes.title}>{t('embed.onSite')}</h3>
          {form.allowedOrigins.length === 0 && (
            <p className={classes.warning}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              <span>
                {t('embed.noSite')}{' '}
                <Link to={paths.form(businessId, form.campaignId, form._id)}>{t('embed.addSite')}</Link>
              </span>
            </p>
          )}
          <Tabs defaultValue="script">
            <Tabs.List aria-label={t('embed.onSite')}>
              {ways.map(({ key }) => (
                <Tabs.Tab key={key} value={key}>
                  {t(`embed.${key}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {ways.map(({ key, snippet }) => (
              <Tabs.Panel key={key} value={key} pt="sm">
                <p className={classes.text}>{t(`embed.${key}Text`)}</p>
                <CodeBlock text={snippet(target)} label={t(`embed.${key}`)} />
              </Tabs.Panel>
            ))}
          </Tabs>
          <p className={classes.text}>{t('embed.wordpress')}</p>
        </section>
      </Stack>
    </Drawer>
  )
}
