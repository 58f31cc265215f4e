/** A date alone as a moment that falls on that day for nearly every reader. */
export const noonOf = (date: string): string => `${date.slice(0, 10)}T12:00:00`
