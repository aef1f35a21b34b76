/** Error codes of billing, separate from the routes because every page loads them (features.ts). */
export const billingErrors = {
  payment_overdue: 403,
  usage_cap_reached: 403,
  plan_not_found: 404,
  payment_method_not_found: 404,
  plan_already_held: 409,
  no_plan: 409,
  payment_method_needed: 409,
  nothing_to_pay: 409,
  payment_running: 409,
  last_payment_method: 409,
  card_number_refused: 422,
  card_payments_off: 409,
  payment_house_silent: 502,
} as const
