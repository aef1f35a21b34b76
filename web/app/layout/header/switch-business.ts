import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { isTalkingHere } from '../../../lib/on-the-line.ts'
import { switchBusiness } from '../../session-control.ts'
import { askInCall } from '../in-call.ts'

/** Switches the business; asks first if this window's softphone is in a call. */
export function useSwitchBusiness() {
  const place = { router: useRouter(), queryClient: useQueryClient() }
  return (businessId: string) => {
    const leave = () => void switchBusiness(place, businessId)
    if (isTalkingHere()) askInCall({ about: 'switchInCall', leave })
    else leave()
  }
}
