import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/campaigns.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { readableUrl } from '../edit/campaign-form.ts'
import classes from './campaign-links.module.css'
import { ShortLink } from './short-link.tsx'

type Props = { campaign: Pick<Campaign, 'name' | 'links'>; onClose: () => void }

/** The campaign's links for every member: copy, QR code and clicks. */
export function LinksDialog({ campaign: { name, links }, onClose }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('links.titleOf', { name })}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <ul className={classes.links}>
        {links.map(({ _id, label, target, shortUrl, clicks }) => (
          <li key={_id} className={classes.link}>
            <div className={classes.row}>
              <div className={classes.words}>
                <span className={classes.name}>
                  <UserText cut>{label}</UserText>
                </span>
                <bdi dir="ltr" className={classes.url}>
                  {readableUrl(target)}
                </bdi>
                <ShortLink shortUrl={shortUrl} clicks={clicks} name={label} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
