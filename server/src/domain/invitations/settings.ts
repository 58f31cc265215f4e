/** What writing to contacts needs to know of the installation. */
export interface InvitationSettings {
  /** Where links lead. */
  readonly publicUrl: string
  /** Signs the links by which people unsubscribe. */
  readonly secret: Uint8Array
  /** Of each account, by its own clock: a mistake in a rule must not flood its suppliers. */
  readonly limits: { readonly invitationsPerHour: number; readonly mailsPerDay: number }
}
