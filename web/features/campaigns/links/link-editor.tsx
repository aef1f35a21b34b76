import { Autocomplete, Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LINK_LABEL_MAX, LINK_URL_MAX, UTM_MAX } from '#contract/values/links.ts'
import { directionOfTyped } from '../../../lib/i18n/typed-direction.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { FieldPair } from '../../../ui/forms/form-section.tsx'
import { type CampaignForm, campaignRules, type LinkValues, targetOfLink } from '../edit/campaign-form.ts'
import classes from './campaign-links.module.css'
import { utmMediums, utmSources } from './link-presets.ts'
import { readableUrl } from './readable-url.ts'

type Props = { form: CampaignForm; index: number; onFocus: () => void; onDone: () => void }

/** One link with its UTM parameters, and the resulting URL. */
export function LinkEditor({ form, index, onFocus, onDone }: Props) {
  const { t } = useTranslation('campaigns')
  const link = form.values.links[index]
  if (!link) return null
  const at = `links.${index}`
  const utm = (name: keyof LinkValues['utm']) => ({
    ...form.getInputProps(`${at}.utm.${name}`),
    label: t(`links.utm.${name}`),
    dir: directionOfTyped(link.utm[name]),
    maxLength: UTM_MAX,
  })
  const done = () => {
    const wrong = Object.entries(campaignRules(form.values)).filter(([path]) => path.startsWith(`${at}.`))
    if (wrong.length === 0) return onDone()
    form.setErrors({ ...form.errors, ...Object.fromEntries(wrong) })
    form.getInputNode(wrong[0]?.[0] ?? '')?.focus()
  }
  return (
    <fieldset className={classes.editor} aria-label={link.label || t('links.unnamed')} onFocus={onFocus}>
      <FieldPair>
        <TextInput
          {...form.getInputProps(`${at}.label`)}
          dir="auto"
          label={t('links.label')}
          description={t('links.labelText')}
          required
          autoFocus={link.label === ''}
          maxLength={LINK_LABEL_MAX}
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps(`${at}.url`)}
          type="url"
          dir="ltr"
          label={t('links.url')}
          description={t('links.urlText')}
          placeholder="https://example.com/page"
          required
          autoFocus={link.label !== '' && link.url === ''}
          maxLength={LINK_URL_MAX}
          autoComplete="url"
        />
      </FieldPair>
      <div className={classes.utm}>
        <Autocomplete {...utm('source')} data={utmSources} />
        <Autocomplete {...utm('medium')} data={utmMediums} />
        <TextInput {...utm('campaign')} />
        <TextInput {...utm('content')} />
        <TextInput {...utm('term')} />
      </div>
      <Target link={link} />
      <Button variant="default" className={classes.add} onClick={done}>
        {t('links.done')}
      </Button>
    </fieldset>
  )
}

/** The URL with its UTM, once valid. */
function Target({ link }: { link: LinkValues }) {
  const { t } = useTranslation('campaigns')
  const target = targetOfLink(link)
  if (!target) return null
  return (
    <div className={classes.target}>
      <span className={classes.targetLabel}>{t('links.target')}</span>
      <bdi dir="ltr" className={classes.address}>
        {readableUrl(target)}
      </bdi>
      <CopyButton value={target} what={t('links.target')} />
    </div>
  )
}
