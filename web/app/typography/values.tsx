import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Money } from '../../ui/display/money.tsx'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { Picture } from '../../ui/display/picture.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { Row, Section } from './section.tsx'
import classes from './typography.module.css'

const sizes = ['sm', 'md', 'lg'] as const
const HOME = '+972527311184'
const ABROAD = '+442071838750'

export function Values() {
  const { t } = useTranslation('typography')
  return (
    <Section title={t('sections.people')}>
      <Row>
        <Logo />
        {sizes.map((size) => (
          <PersonAvatar key={size} id="shira" name={t('people.person')} size={size} />
        ))}
        {sizes.map((size) => (
          <Picture key={size} id="alon" name={t('people.business')} image={null} size={size} />
        ))}
        <UserText>{t('people.other')}</UserText>
      </Row>
      <div className={classes.narrow}>
        <UserText cut>{t('people.long')}</UserText>
        <UserText cut>{t('people.other')}</UserText>
      </div>
      <Row>
        <Phone number={HOME} />
        <Phone number={ABROAD} link />
        <CopyButton value={HOME} what={t('inputs.phone')} />
        <Money agorot={12_650_000} />
        <Money agorot={9_990} />
        <Money agorot={186_400_000} short />
        <Money agorot={null} />
      </Row>
    </Section>
  )
}
