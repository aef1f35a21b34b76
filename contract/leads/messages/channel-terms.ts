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
  /** No number of the business that sends text messages. */
  sms_number_not_found: 404,
} as const
