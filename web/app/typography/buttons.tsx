import { ActionIcon, Button } from '@mantine/core'
import { IconDots, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Row, Section } from './section.tsx'

export function Buttons() {
  const { t } = useTranslation('typography')
  return (
    <Section title={t('sections.buttons')}>
      <Row>
        <Button leftSection={<IconPlus stroke={2} aria-hidden />}>{t('buttons.primary')}</Button>
        <Button variant="default" leftSection={<IconUpload stroke={1.75} aria-hidden />}>
          {t('buttons.second')}
        </Button>
        <Button variant="light">{t('buttons.light')}</Button>
        <Button variant="subtle">{t('buttons.quiet')}</Button>
        <Button color="red" leftSection={<IconTrash stroke={1.75} aria-hidden />}>
          {t('buttons.danger')}
        </Button>
      </Row>
      <Row>
        <Button size="xs">{t('buttons.small')}</Button>
        <Button size="lg">{t('buttons.large')}</Button>
        <Button disabled>{t('buttons.off')}</Button>
        <ActionIcon aria-label={t('buttons.more')}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('buttons.more')}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Row>
    </Section>
  )
}
