import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { looksLikePhone } from '../../../ui/phone-rule.ts'
import { duplicatesQuery } from '../leads.api.ts'

type Contact = { phone?: string; email?: string }

/** Live leads with the phone or e-mail that was typed last; asked when a field is left. */
export function useDuplicates(businessId: string) {
  const [contact, setContact] = useState<Contact>({})
  const isAsked = contact.phone !== undefined || contact.email !== undefined
  const { data } = useQuery({ ...duplicatesQuery(businessId, contact), enabled: isAsked, retry: false })
  const look = ({ phone, email }: { phone: string; email: string }) =>
    setContact({
      ...(looksLikePhone(phone) && { phone: phone.trim() }),
      ...(email.includes('@') && { email: email.trim() }),
    })
  return { look, found: isAsked ? (data?.leads ?? []) : [] }
}
