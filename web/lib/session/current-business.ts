import { useSyncExternalStore } from 'react'
import { storage } from '../storage.ts'

/** The current business and campaign of this tab, for request headers, menu and selectors. */
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const changed = () => {
  for (const listener of listeners) listener()
}

export const currentBusinessId = () => storage.tabBusinessId.get() ?? storage.businessId.get()
export function setCurrentBusinessId(businessId: string | null) {
  if (storage.tabBusinessId.get() === businessId && storage.businessId.get() === businessId) return
  storage.tabBusinessId.set(businessId)
  storage.businessId.set(businessId)
  changed()
}

/** null: all campaigns. */
export const currentCampaignId = () => storage.campaignId.get()
export function setCurrentCampaignId(campaignId: string | null) {
  if (storage.campaignId.get() === campaignId) return
  storage.campaignId.set(campaignId)
  changed()
}

export const useCurrentBusinessId = () => useSyncExternalStore(subscribe, currentBusinessId)
export const useCurrentCampaignId = () => useSyncExternalStore(subscribe, currentCampaignId)
