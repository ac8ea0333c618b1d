// The product's tables: every folder's migrations.

/** Path → SQL; run in the order of the file names. */
export const migrations = import.meta.glob<string>('./[a-z]*/[a-z]*/migrations/*.sql', {
  eager: true,
  import: 'default',
  query: '?raw',
})
