/** Error codes of the business's own channels, apart from their routes because every page loads them (features.ts). */
export const channelErrors = {
  channel_not_found: 404,
  /** The mail server does not accept the user or the password. */
  mail_sign_in_refused: 409,
  /** The mail server cannot be reached, or does not answer in time. */
  mail_server_unreachable: 409,
  /** The mail server offers no encryption of this kind, or its certificate is not valid. */
  mail_server_tls: 409,
  /** The address is one of the server's own network, which requests of members never reach. */
  mail_server_not_public: 409,
  /** The mail server refuses the sender's address. */
  mail_sender_refused: 409,
  /** The mail server refused the test mail for another reason, which it states. */
  mail_refused: 409,
  /** Meta does not accept the token, or it lacks a right. */
  whatsapp_token_refused: 409,
  /** Meta cannot be reached, or does not answer in time. */
  whatsapp_unreachable: 409,
  /** Meta refused for another reason, which it states. */
  whatsapp_refused: 409,
  /** Another business of this installation is connected with the number. */
  whatsapp_number_taken: 409,
  /** The consent page was left, or its answer belongs to no tab that waits. */
  whatsapp_sign_in_failed: 409,
  /** The installation has no app at Meta. */
  whatsapp_no_sign_in: 409,
  /** The consent names no account with a number. */
  whatsapp_no_number: 409,
  /** No number of the business that sends text messages. */
  sms_number_not_found: 404,
} as const
