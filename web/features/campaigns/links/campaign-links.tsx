import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINKS_MAX } from '#contract/values/links.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { aLink, type CampaignForm, type LinkValues } from '../edit/campaign-form.ts'
import classes from './campaign-links.module.css'
import { LinkEditor } from './link-editor.tsx'
import { linkPresets, utmCampaignOf } from './link-presets.ts'
import { LinkRow } from './link-row.tsx'

/** The campaign's links: each opens a page and carries UTM parameters. */
export function CampaignLinks({ form }: { form: CampaignForm }) {
  const { t } = useTranslation('campaigns')
  const { links, name } = form.values
  const [openKey, setOpen] = useState<string>()
  const isWrong = (index: number) => Object.keys(form.errors).some((path) => path.startsWith(`links.${index}.`))

  const add = (link: LinkValues) => {
    form.insertListItem('links', link)
    setOpen(link.key)
  }
  const remove = (link: LinkValues, index: number) => {
    form.removeListItem('links', index)
    toast.info(t(link.stored ? 'links.removedStored' : 'links.removed', { name: link.label || t('links.unnamed') }), {
      undo: () => form.insertListItem('links', link, index),
    })
  }

  return (
    <FormSection title={t('links.title')} text={t('links.text')}>
      {links.length > 0 && (
        <ul className={classes.links} aria-label={t('links.title')}>
          {links.map((link, index) => (
            <li key={link.key} className={classes.link}>
              {link.key === openKey || isWrong(index) ? (
                <LinkEditor
                  form={form}
                  index={index}
                  onFocus={() => setOpen(link.key)}
                  onDone={() => setOpen(undefined)}
                />
              ) : (
                <LinkRow link={link} onEdit={() => setOpen(link.key)} onRemove={() => remove(link, index)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {links.length < LINKS_MAX && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" className={classes.add} leftSection={<IconPlus stroke={2} aria-hidden />}>
              {t('links.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('links.addFor')}</Menu.Label>
            {linkPresets.map(({ key, utm }) => (
              <Menu.Item
                key={key}
                onClick={() =>
                  add(aLink({ label: t(`links.presets.${key}`), utm: { ...utm, campaign: utmCampaignOf(name) } }))
                }
              >
                {t(`links.presets.${key}`)}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => add(aLink({ utm: { campaign: utmCampaignOf(name) } }))}>
              {t('links.presets.other')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FormSection>
  )
}
