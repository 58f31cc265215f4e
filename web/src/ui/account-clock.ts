// A sandbox may live ahead of the world, and "an hour ago" is said by its clock. One account is open at a time.
let leadSeconds = 0

export function setClockLead(seconds: number): void {
  leadSeconds = seconds
}

/** The moment it is for the account that is open, in milliseconds. */
export function accountNow(): number {
  return Date.now() + leadSeconds * 1000
}
