/** Addresses of the lists behind the figures, as the browser has them. */
export function accountAddress(
  accountId: number,
  path: string,
  search: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(search).toString()
  return `/app/account/${accountId}/${path}${query === '' ? '' : `?${query}`}`
}
