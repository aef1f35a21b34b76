import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { storage, useStored } from '../../lib/storage.ts'

const devicesQuery = {
  queryKey: ['devices'],
  queryFn: async () => (await navigator.mediaDevices?.enumerateDevices()) ?? [],
  staleTime: 0,
  gcTime: 0,
}

/** Microphone and speaker of calls. Browsers name devices only after the microphone was allowed. */
export function DeviceChoice() {
  const { t } = useTranslation('softphone')
  const { data = [] } = useQuery(devicesQuery)
  const [microphone, setMicrophone] = useStored(storage.microphone)
  const [speaker, setSpeaker] = useStored(storage.speaker)
  const listOf = (kind: MediaDeviceKind) =>
    data
      .filter((device) => device.kind === kind && device.deviceId && device.deviceId !== 'default' && device.label)
      .map(({ deviceId, label }) => ({ value: deviceId, label }))
  const choice = (
    kind: 'audioinput' | 'audiooutput',
    value: string | null,
    onChange: (deviceId: string | null) => void,
  ) => {
    const list = listOf(kind)
    if (list.length === 0) return null
    return (
      <Select
        label={t(`devices.${kind}`)}
        placeholder={t('devices.standard')}
        data={list}
        clearable
        clearButtonProps={{ 'aria-label': t('devices.standard') }}
        comboboxProps={{ withinPortal: false }}
        value={list.some((one) => one.value === value) ? value : null}
        onChange={onChange}
      />
    )
  }
  return (
    <>
      {choice('audioinput', microphone, setMicrophone)}
      {choice('audiooutput', speaker, setSpeaker)}
    </>
  )
}
