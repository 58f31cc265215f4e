export const people = {
  search: 'Type part of a name',
  nobody: 'Nobody of that name',
}
