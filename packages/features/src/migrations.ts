// The migrations of every folder, which create the product's tables.

/** The SQL of each migration by its path; they run in the order of the file names. */
export const migrations = import.meta.glob<string>('./[a-z]*/[a-z]*/migrations/*.sql', {
  eager: true,
  import: 'default',
  query: '?raw',
})
