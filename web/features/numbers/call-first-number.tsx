import { useQuery } from '@tanstack/react-query'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { CallItNow } from './call-it-now.tsx'
import { numbersQuery } from './numbers.api.ts'

/** Offers to call the newest active number of the business. */
export function CallFirstNumber() {
  const { businessId } = useBusiness()
  const { data } = useQuery(numbersQuery(businessId))
  const number = data?.numbers.find(({ state }) => state === 'active')
  if (!number) return null
  return (
    <>
      <p>
        <Phone number={number.phone} link />
      </p>
      <CallItNow number={number} />
    </>
  )
}
