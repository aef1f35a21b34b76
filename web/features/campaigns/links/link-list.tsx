import type { Campaign } from '#contract/campaigns.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import classes from './campaign-links.module.css'
import { readableUrl } from './readable-url.ts'
import { ShortLink } from './short-link.tsx'

/** The campaign's links for every member: copy, QR code and clicks. */
export const LinkList = ({ links }: Pick<Campaign, 'links'>) => (
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
)
