import { Checkbox, Radio, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput } from '../../ui/forms/code-input.tsx'
import { DayInput } from '../../ui/forms/day-input.tsx'
import { NewPasswordInput } from '../../ui/forms/new-password-input.tsx'
import { Row, Section } from './section.tsx'
import classes from './typography.module.css'

export function Inputs() {
  const { t } = useTranslation('typography')
  const { t: errors } = useTranslation('errors')
  const [password, setPassword] = useState('Correct-Horse-7')
  const [day, setDay] = useState<string | null>('2026-11-18')
  const [code, setCode] = useState('204')
  return (
    <Section title={t('sections.inputs')}>
      <div className={classes.fields}>
        <TextInput label={t('inputs.name')} defaultValue={t('inputs.nameValue')} />
        <TextInput label={t('inputs.name')} placeholder={t('inputs.name')} />
        <TextInput label={t('inputs.phone')} defaultValue={t('inputs.wrong')} error={errors('invalid_phone')} />
        <NewPasswordInput
          label={t('inputs.password')}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Select
          label={t('inputs.campaign')}
          data={[t('inputs.campaignValue'), 'Facebook Q4']}
          defaultValue={t('inputs.campaignValue')}
        />
        <DayInput label={t('inputs.day')} value={day} onChange={setDay} />
        <Textarea label={t('inputs.note')} defaultValue={t('inputs.noteValue')} rows={2} />
        <TextInput label={t('inputs.name')} defaultValue={t('inputs.nameValue')} disabled />
      </div>
      <Row>
        <Checkbox label={t('inputs.remember')} defaultChecked />
        <Switch label={t('inputs.enabled')} defaultChecked />
        <Radio.Group label={t('inputs.to')} defaultValue="all">
          <Row>
            <Radio value="all" label={t('inputs.all')} />
            <Radio value="mine" label={t('inputs.mine')} />
          </Row>
        </Radio.Group>
        <SegmentedControl
          aria-label={t('inputs.view')}
          data={[
            { value: 'table', label: t('inputs.table') },
            { value: 'cards', label: t('inputs.cards') },
          ]}
        />
      </Row>
      <CodeInput
        length={6}
        value={code}
        label={t('inputs.code')}
        autoFocus={false}
        onChange={setCode}
        onComplete={setCode}
      />
    </Section>
  )
}
