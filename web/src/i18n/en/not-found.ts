export const notFound = {
  title: 'Nothing in sight here',
  detail: 'This address leads to no page. It may have been mistyped, or the page has moved.',
  home: 'Go to the dashboard',
}
