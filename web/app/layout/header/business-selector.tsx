import { IconBell, IconBuildingStore, IconKey, IconPlug, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { Selector } from '../../../ui/selector/selector.tsx'
import classes from './selector.module.css'
import { useSwitchBusiness } from './switch-business.ts'

/** Falls back to the e-mail for a business without a name. */
export const nameOf = ({ name, email }: { name: string; email: string | null }) => name || email || ''

/**
 * Selects the current business; entries show image, name and e-mail, the current one ticked (spec, section 2). Nothing
 * before the first business: there is none to select, and the page itself offers to create one.
 */
export function BusinessSelector() {
  const { t } = useTranslation('shell')
  const { business, businessId, businesses } = useSession()
  const [search, setSearch] = useState('')
  const switchTo = useSwitchBusiness()
  const wanted = search.trim().toLocaleLowerCase()
  const found = businesses.filter(({ business: { name, email } }) =>
    [name, email ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted)),
  )
  const options = found.map((one) => ({
    id: one.businessId,
    isChosen: one.businessId === businessId,
    content: (
      <>
        <Picture id={one.businessId} name={nameOf(one.business)} image={one.business.image} size="md" />
        <span className={classes.words}>
          <UserText cut>{nameOf(one.business)}</UserText>
          {one.business.name && one.business.email && (
            <span className={classes.second}>
              <UserText cut direction="ltr">
                {one.business.email}
              </UserText>
            </span>
          )}
        </span>
      </>
    ),
  }))
  if (!business) return null
  return (
    <Selector
      strong
      label={t('businessNamed', { name: nameOf(business) })}
      current={
        <>
          <Picture id={business._id} name={nameOf(business)} image={business.image} />
          <bdi>{nameOf(business)}</bdi>
        </>
      }
      search={search}
      searchLabel={t('searchBusiness')}
      placeholder={t('selectBusiness')}
      onSearch={setSearch}
      onPick={(id) => id !== businessId && switchTo(id)}
      options={options}
      footer={(close) => <BusinessMenu onPick={close} />}
    />
  )
}

function BusinessMenu({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation('shell')
  const { businessId } = useSession()
  const canManage = useCan('business.settings')
  return (
    <>
      {businessId && canManage && (
        <>
          <Link to={paths.businessInfo(businessId)} className={classes.entry} onClick={onPick}>
            <IconBuildingStore stroke={1.75} aria-hidden />
            {t('businessInfo')}
          </Link>
          <Link to={paths.integrations(businessId)} className={classes.entry} onClick={onPick}>
            <IconPlug stroke={1.75} aria-hidden />
            {t('integrations')}
          </Link>
          {/* The specification links here; the other settings are one click away. */}
          <Link to={paths.leadStatuses(businessId)} className={classes.entry} onClick={onPick}>
            <IconBell stroke={1.75} aria-hidden />
            {t('notificationsSettings')}
          </Link>
          <Link to={paths.apiKeys(businessId)} className={classes.entry} onClick={onPick}>
            <IconKey stroke={1.75} aria-hidden />
            {t('apiKeys')}
          </Link>
        </>
      )}
      <Link to={paths.createBusiness} className={classes.entry} onClick={onPick}>
        <IconPlus stroke={1.75} aria-hidden />
        {t('createBusiness')}
      </Link>
    </>
  )
}
